import SwiftObserver

/// What a scenario is made of: a few threads, and what must be true when they have ended.
final class World {

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
    let build: @Sendable (World) -> Void

    init(
        _ name: String, _ claim: String, bound: Int = .max, interruptsUnderLock: Bool = false,
        _ build: @escaping @Sendable (World) -> Void
    ) {
        self.name = name
        self.claim = claim
        self.bound = bound
        self.interruptsUnderLock = interruptsUnderLock
        self.build = build
    }

    static func named(_ name: String) -> Scenario? { all.first { $0.name == name } }
}

/// Notes a violation unless the condition is true.
func expect(_ condition: Bool, _ text: @autoclosure () -> String) {
    if !condition { Explorer.shared.violate(text()) }
}

/// A step of the scenario itself, before which others may run.
func step(_ what: @autoclosure () -> String) { Explorer.shared.foreign(what()) }
