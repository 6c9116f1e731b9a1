// Acting between two changes of a derived value.
extension AnyNode {

    /// Adds an action after everything that is still to be done. If there's nothing, it acts now.
    ///
    /// - Parameter helps: Whether this thread first does what another thread has on its worklist.
    ///   If not, it calls no function.
    final func add(_ action: AgendaAction, helping helps: Bool) {
        let (mustWait, isFirst) = withLock {
            if !isLive { return (false, true) }
            agenda.append(action)
            return (true, agenda.count == 1)
        }
        if !mustWait {
            action.act()?()
        } else if helps {
            Propagation.run(from: self)
        } else if isFirst {
            Propagation.runActions(of: self)
        }
    }

    /// Notes that the derived value is going to be closed.
    final func willClose() { withLock { isClosing = true } }

    /// `true` if the derived value was closed, whether or not earlier changes are done.
    final var wasClosed: Bool { withLock { isClosing } }
}
