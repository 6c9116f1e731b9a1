import StressSupport
import Synchronization

/// Counts what one scenario did, and keeps the evidence of what went wrong.
final class Tally: Sendable {

    private let messageCount = Atomic(0)
    private let stressCount = Atomic(0)
    private let evidence = Guarded((total: 0, kept: [String]()))
    private let noted = Guarded("")

    /// How many handlers were called. As long as this grows, there is progress.
    var messages: Int { messageCount.load(ordering: .relaxed) }
    var checks: Int { stressCount.load(ordering: .relaxed) }
    var violations: Int { evidence.withLock { $0.total } }
    var keptEvidence: [String] { evidence.withLock { $0.kept } }

    /// Something measured that is worth showing, the latest of its kind.
    var note: String { noted.withLock { $0 } }
    func note(_ text: String) { noted.withLock { $0 = text } }

    /// Tells that a handler was called, or that something else moved on.
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
