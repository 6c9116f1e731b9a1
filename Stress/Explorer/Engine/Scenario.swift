/// Something to be explored.
struct Scenario: Sendable {
    let name: String

    /// What it's about, and by which clauses of the guarantees.
    let claim: String

    /// How many preemptions are enough. Only the largest scenarios limit that.
    let bound: Int

    /// Whether threads can also be interrupted while they hold a lock, so that others find it taken. It makes no difference
    /// but to how they wait for it.
    let interruptsUnderLock: Bool

    /// Whether someone looks at all observables. What that takes are no steps in all other scenarios.
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
