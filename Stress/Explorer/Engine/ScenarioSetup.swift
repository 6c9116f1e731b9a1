/// What a scenario is made of: a few threads, and what must be true when they have ended.
final class ScenarioSetup {

    private var threads: [(name: String, body: @Sendable () -> Void)] = []
    private var checks: [() -> Void] = []

    /// Adds a thread. Whatever it alone holds dies when it ends.
    func thread(_ name: String, _ body: @escaping @Sendable () -> Void) { threads.append((name, body)) }

    /// Adds something to be checked in the end.
    func finally(_ check: @escaping () -> Void) { checks.append(check) }

    /// Moves the next thread out, so that nothing else holds what it holds.
    func nextThread() -> (name: String, body: @Sendable () -> Void)? {
        threads.isEmpty ? nil : threads.removeFirst()
    }

    func check() {
        for check in checks { check() }
        checks = []
    }
}
