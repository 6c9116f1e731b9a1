extension Messenger {

    /// Starts an observation in place.
    @usableFromInline
    func start(
        by observer: AnyObject, _ receiver: Receiver, at startPoint: StartPoint?, _ handler: consuming Handler<Message>
    ) -> ObservationHandle {
        start(by: observer, receiver, at: startPoint, hop: nil, handler)
    }

    /// Starts an observation on a queue.
    @usableFromInline
    func start(
        by observer: AnyObject, _ receiver: Receiver, at startPoint: StartPoint?, on place: any DeliveryPlace,
        buffering: MessageBuffering, missed: (@Sendable (Int) -> Void)?, _ handler: consuming Handler<Message>
    ) -> ObservationHandle {
        start(by: observer, receiver, at: startPoint, hop: Hop(on: place, buffering, missed), handler)
    }

    /// Starts an observation that the observer's receiver keeps.
    @discardableResult
    func start(
        by observer: AnyObject, _ receiver: Receiver, at startPoint: StartPoint?, group: ObservationGroup? = nil,
        hop: Hop<Message>?, downstream: Downstream? = nil, farewell: (@Sendable () -> Void)? = nil,
        _ handler: consuming Handler<Message>
    ) -> ObservationHandle {
        office.startObservation(
            by: observer, receiver, at: startPoint, group: group, hop: hop, downstream: downstream,
            farewell: farewell, handler, mayStartLater: mayStartLater
        ) { start($0) }
    }
}

extension PostOffice {

    /// Creates an observation that the observer's receiver keeps, and lets the closure start it.
    @inline(__always)
    final func startObservation<Message>(
        by observer: AnyObject, _ receiver: Receiver, at startPoint: StartPoint?, group: ObservationGroup?,
        hop: Hop<Message>?, inlet: AnyInlet? = nil, downstream: Downstream?, farewell: (@Sendable () -> Void)?,
        _ handler: consuming Handler<Message>, mayStartLater: Bool = false, _ start: (Observation<Message>) -> Void
    ) -> ObservationHandle {
        if Watching.isOn, let startPoint, handler.isCaptureOnly(observer), receiver.isMortal(observer) {
            Watching.guest?.suspect(.capturedObserver(type(of: observer), startPoint))
        }
        let observation = observationType(for: Message.self).init(
            of: self, by: nil, isObserverMortal: receiver.isMortal(observer), receiver: receiver.observations,
            group: group, hop: hop, inlet: inlet, downstream: downstream, farewell: farewell, handler: handler)
        if mayStartLater { observation.mayStartLater() }
        assert(receiver.isStored(by: observer), Misuse.newReceiver.rawValue)
        if Watching.isOn {
            observation.willStart(at: startPoint, by: type(of: observer))
            if !receiver.isStored(by: observer) {
                Watching.guest?.suspect(.newReceiver(observer: type(of: observer), startPoint))
            }
        }
        if receiver.add(observation, by: observer) { start(observation) }
        return ObservationHandle(to: observation, at: self)
    }
}

extension Hop {

    convenience init(
        on place: any DeliveryPlace, _ buffering: MessageBuffering, _ missed: (@Sendable (Int) -> Void)?,
        batching: Batching<Message>? = nil
    ) {
        self.init(Lane(of: place), limit: buffering.limit(), missed: missed, batching: batching)
    }
}

extension Observer {

    @discardableResult
    func start<O: MessageSource>(
        _ observable: O, at startPoint: StartPoint?, hop: Hop<O.Message>?, _ reception: Reception<O.Message>
    ) -> ObservationHandle {
        observable.sourceMessenger.messenger.start(
            by: self, receiver, at: startPoint, group: reception.group, hop: hop, downstream: reception.downstream,
            farewell: reception.farewell, reception.handler)
    }

    @discardableResult
    func start<O: MessageSource>(
        _ observable: O, at startPoint: StartPoint?, hop: Hop<O.Message>?, _ handler: consuming Handler<O.Message>
    ) -> ObservationHandle {
        observable.sourceMessenger.messenger.start(by: self, receiver, at: startPoint, hop: hop, handler)
    }
}

extension Receiver {

    /// Whether the observer returns this receiver when it's asked again.
    fileprivate func isStored(by observer: AnyObject) -> Bool {
        guard let observer = observer as? any Observer else { return true }
        return observer.receiver === self
    }
}
