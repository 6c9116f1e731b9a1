extension Messenger {

    /// Starts an in-place observation.
    @usableFromInline
    func start(
        by observer: AnyObject, _ receiver: Receiver, at startPoint: StartPoint?, _ handler: consuming Handler<Message>
    ) -> ObservationHandle {
        start(by: observer, receiver, at: startPoint, inbox: nil, handler)
    }

    /// Starts an observation on a place.
    @usableFromInline
    func start(
        by observer: AnyObject, _ receiver: Receiver, at startPoint: StartPoint?, on place: any DeliveryPlace,
        buffering: MessageBuffering, missed: (@Sendable (Int) -> Void)?, _ handler: consuming Handler<Message>
    ) -> ObservationHandle {
        let inbox = handler.inbox(on: Lane(of: place), limit: buffering.limit(), missed: missed)
        return start(by: observer, receiver, at: startPoint, inbox: inbox, handler)
    }

    /// Starts an observation that the observer's receiver owns.
    func start(
        by observer: AnyObject, _ receiver: Receiver, at startPoint: StartPoint?, inbox: AnyInbox?,
        extras: ObservationExtras? = nil, _ handler: consuming Handler<Message>
    ) -> ObservationHandle {
        office.startObservation(
            by: observer, receiver, at: startPoint, inbox: inbox,
            extras: extras ?? (mayStartLater ? ObservationExtras() : nil), handler
        ) { start($0) }
    }
}

extension PostOffice {

    /// Creates an observation that the observer's receiver owns, and lets the closure start it.
    @inline(__always)
    final func startObservation<Message>(
        by observer: AnyObject, _ receiver: Receiver, at startPoint: StartPoint?, inbox: AnyInbox?,
        extras: ObservationExtras?, _ handler: consuming Handler<Message>, _ start: (Observation<Message>) -> Void
    ) -> ObservationHandle {
        if Watching.isOn, let startPoint, handler.isCaptureOnly(observer), receiver.isMortal(observer) {
            Watching.guest?.suspect(.capturedObserver(type(of: observer), startPoint))
        }
        let observation = observationType(for: handler).init(
            of: self, receiver: receiver.observations, isObserverMortal: receiver.isMortal(observer), inbox: inbox,
            extras: extras, handler: handler)
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

extension Receiver {

    /// Returns whether the observer returns this receiver when it's asked again.
    fileprivate func isStored(by observer: AnyObject) -> Bool {
        guard let observer = observer as? any Observer else { return true }
        return observer.receiver === self
    }
}
