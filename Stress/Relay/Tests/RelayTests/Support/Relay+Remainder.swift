import Relay

extension Relay {

    /// Closes it repeatedly until it reports these counts, up to the hang limit.
    ///
    /// At first, the number is exact only if the publishing thread has ended, which can take long
    /// on a busy machine.
    func tellsInTheEnd(_ counts: [String: Int]) async -> Bool {
        let end = ContinuousClock.now + .hangLimit
        while await close(within: .zero).counts != counts {
            if ContinuousClock.now > end { return false }
            await Task.yield()
        }
        return true
    }
}
