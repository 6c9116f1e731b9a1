import Relay

extension Relay {

    /// Closes it again until it's told that this is left, for as long as the hang limit. The first time, the number is exact only if the thread that publishes has
    /// ended, which may take long on a busy machine.
    func tellsInTheEnd(_ counts: [String: Int]) async -> Bool {
        let end = ContinuousClock.now + .hangLimit
        while await close(within: .zero).counts != counts {
            if ContinuousClock.now > end { return false }
            await Task.yield()
        }
        return true
    }
}
