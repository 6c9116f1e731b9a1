/// The threads of a scenario, and the checks after they have ended.
final class ScenarioSetup {

    private var threads: [(name: String, body: @Sendable () -> Void)] = []
    private var checks: [() -> Void] = []

    /// Makes what a page draws of the scenario.
    var stage: (() -> Stage)?

    /// Adds a thread. Objects that only it retains are deallocated when it ends.
    func thread(_ name: String, _ body: @escaping @Sendable () -> Void) { threads.append((name, body)) }

    /// Adds a check for the end.
    func finally(_ check: @escaping () -> Void) { checks.append(check) }

    /// Moves the next thread out, so that nothing else retains what it captures.
    func nextThread() -> (name: String, body: @Sendable () -> Void)? {
        threads.isEmpty ? nil : threads.removeFirst()
    }

    func check() {
        for check in checks { check() }
        checks = []
    }
}
