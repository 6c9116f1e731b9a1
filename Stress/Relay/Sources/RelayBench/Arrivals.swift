import Dispatch
import RelayRig
import Synchronization

/// Counts messages that arrive on any threads, and lets a thread wait for them.
final class Arrivals: Sendable {

    private let count = Atomic(0)
    private let goal: Int
    private let haveCome = DispatchSemaphore(value: 0)

    /// - Parameter goal: The number of messages for which a thread waits, each time.
    init(of goal: Int) { self.goal = goal }

    func add() {
        if count.add(1, ordering: .relaxed).newValue % goal == 0 { haveCome.signal() }
    }

    func wait() throws {
        if haveCome.wait(timeout: .now() + 60) == .success { return }
        throw RigError("Of \(goal) messages, \(count.load(ordering: .relaxed) % goal) came.")
    }
}
