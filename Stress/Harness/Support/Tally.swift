import StressSupport
import Synchronization

/// Counts the actions of one scenario, and keeps the evidence of violations.
final class Tally: Sendable {

    private let messageCount = Atomic(0)
    private let stressCount = Atomic(0)
    private let evidence = Guarded((total: 0, kept: [String]()))
    private let noted = Guarded("")

    /// The number of handler calls. As long as it grows, there is progress.
    var messages: Int { messageCount.load(ordering: .relaxed) }
    var checks: Int { stressCount.load(ordering: .relaxed) }
    var violations: Int { evidence.withLock { $0.total } }
    var keptEvidence: [String] { evidence.withLock { $0.kept } }

    /// The latest measurement worth showing.
    var note: String { noted.withLock { $0 } }
    func note(_ text: String) { noted.withLock { $0 = text } }

    /// Notes that a handler was called, or that there was other progress.
    func beat() { messageCount.add(1, ordering: .relaxed) }

    func expect(_ condition: Bool, _ violation: @autoclosure () -> String) {
        stressCount.add(1, ordering: .relaxed)
        if !condition { violate(violation()) }
    }

    func violate(_ violation: String) {
        evidence.withLock { evidence in
            evidence.total += 1
            if evidence.kept.count < 5 { evidence.kept.append(violation) }
        }
    }
}
