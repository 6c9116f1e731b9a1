/// Refuses messages, and says farewell.
extension PostOffice {

    /// Ends all observations after the last pending message.
    func close<Message>(endingMessagesOf _: Message.Type) {
        let thread = ThreadID.current
        var fanOutLock: FanOutLock?, work = DeferredWork()
        var delivery = state.withLock(orElse: Delivery.nothing) { state in
            if state.mustFanOut {
                fanOutLock = state.beginFanOut()
                return .nothing
            }
            state.extras.existing?.pointee.hops.forEach { $0.postFarewell(&work) }
            return state.postFarewellInPlace(behindMessagesOf: Message.self, by: thread, office: self, &work)
        }
        if let fanOutLock {
            delivery = fanOut(under: fanOutLock, &work) {
                $0.postFarewell(&$1)
            } inPlace: {
                $0.postFarewellInPlace(behindMessagesOf: Message.self, by: thread, office: self, &$1)
            }
        }
        work.finish()
        if case .farewell(let lease) = delivery { performFarewell(lease) }
    }

    /// Says farewell to all observations on the list. Call this only on duty.
    @inline(never)
    func performFarewell(_ lease: ObservationList.Lease?) {
        lease?.forEach { $0.handleFarewell() }
        finish(lease)
    }

    /// Accepts no more messages and no more observations.
    ///
    /// When this has returned, everything that was accepted is posted. After that, call `makeRoom`
    /// without locks, because waiters for room may resume.
    func refuseMessages<Message>(of _: Message.Type) {
        let fanOutLock = state.withLock(creating: PostOfficeState(for: Observation<Message>.self)) { $0.close() }
        fanOutLock?.withLock { _ in }
    }

    var isClosed: Bool { state.withLock(orElse: false) { $0.isClosed } }

    /// The number of messages that were refused since the observable was closed.
    var refused: Int { state.withLock(orElse: 0) { $0.refused } }

    /// Counts one more refused message, if the observable is closed.
    func countRefused() { state.withLock(orElse: ()) { if $0.isClosed { _ = $0.admit() } } }

    /// Counts one more refused message of an observable that is being closed.
    func countRefused<Output>(of _: Output.Type) {
        state.withLock(creating: PostOfficeState(for: Observation<Output>.self)) { $0.countRefused() }
    }
}
