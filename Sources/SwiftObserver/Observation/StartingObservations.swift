import Dispatch

extension Messenger {

    /// Starts an observation in place or on a queue.
    @usableFromInline
    func start(
        by observer: AnyObject, _ receiver: Receiver, on queue: DispatchQueue?, _ handler: consuming Handler<Message>
    ) {
        start(by: observer, receiver, lane: queue.map { Lane(of: $0) }, handler)
    }

    /// Starts an observation that the observer's receiver keeps.
    func start(
        by observer: AnyObject, _ receiver: Receiver, group: ObservationGroup? = nil, lane: Lane? = nil,
        farewell: (@Sendable () -> Void)? = nil, _ handler: consuming Handler<Message>
    ) {
        let observation = office.observationType(for: Message.self).init(
            of: office, by: nil, isObserverMortal: receiver.isMortal(observer), receiver: receiver.observations,
            group: group, lane: lane, farewell: farewell, handler: handler)
        if receiver.add(observation, by: observer) { start(observation) }
    }
}
