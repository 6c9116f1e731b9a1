/// A scenario to explore.
struct Scenario: Sendable {
    let name: String

    /// The claim of the scenario, and the clauses of the guarantees to which it belongs.
    let claim: String

    /// The number of preemptions that is enough. Only the largest scenarios limit it.
    let bound: Int

    /// `true` if threads can also be interrupted while they hold a lock.
    ///
    /// Then other threads find the lock taken. That only affects how they wait for it.
    let interruptsUnderLock: Bool

    /// `true` if a thread inspects all observables. In other scenarios, that needs no steps.
    let exploresWatching: Bool
    let build: @Sendable (ScenarioSetup) -> Void

    init(
        _ name: String, _ claim: String, bound: Int = .max, interruptsUnderLock: Bool = false,
        exploresWatching: Bool = false,
        _ build: @escaping @Sendable (ScenarioSetup) -> Void
    ) {
        self.name = name
        self.claim = claim
        self.bound = bound
        self.interruptsUnderLock = interruptsUnderLock
        self.exploresWatching = exploresWatching
        self.build = build
    }

    static func named(_ name: String) -> Scenario? { all.first { $0.name == name } }
}
