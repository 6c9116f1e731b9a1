import Dispatch
import Testing

@testable import SwiftObserver

/// Others change a variable as often as its values are compared.
@Suite struct SlowComparisonTests {

    @Test func `to set a variable takes few comparisons, however often others change it meanwhile`() {
        let variable = Var(Disputed(0)), updates = Recorder<Update<Disputed>>()
        variable.observed { updates.record($0) }
        let dispute = Dispute(Tuning.unlockedComparisons) { variable.set(Disputed($0), as: variable) }
        variable.value = Disputed(1, dispute)
        dispute.settle()
        expectChain(updates.values, endingWith: variable.value, including: 1)
        #expect(dispute.comparisons == Tuning.unlockedComparisons + 1)
        #expect(dispute.intrusions == Tuning.unlockedComparisons)
    }

    @Test func `to set a combination takes few comparisons, however often others change its variables meanwhile`() {
        let variable = Var(Disputed(0)), both = variable +++ Var(0), updates = Recorder<Update<Disputed>>()
        variable.observed { updates.record($0) }
        let dispute = Dispute(Tuning.unlockedComparisons) { variable.set(Disputed($0), as: variable) }
        both.value = Pair(Disputed(1, dispute), 1)
        dispute.settle()
        expectChain(updates.values, endingWith: variable.value, including: 1)
        #expect(dispute.comparisons == Tuning.unlockedComparisons + 1)
        #expect(dispute.intrusions == Tuning.unlockedComparisons)
        #expect(both.value == Pair(variable.value, 1))
    }

    private func expectChain(_ updates: [Update<Disputed>], endingWith value: Disputed, including number: Int) {
        #expect(zip(updates, updates.dropFirst()).allSatisfy { $0.new.number == $1.old.number })
        #expect(updates.last?.new.number == value.number)
        #expect(updates.contains { $0.new.number == number })
    }
}

/// A number that lets another thread intrude whenever it's compared, if there's a dispute about it.
private struct Disputed: Equatable, Sendable {

    let number: Int
    private let dispute: Dispute?

    init(_ number: Int, _ dispute: Dispute? = nil) {
        self.number = number
        self.dispute = dispute
    }

    static func == (left: Disputed, right: Disputed) -> Bool {
        left.dispute?.intrude()
        right.dispute?.intrude()
        return left.number == right.number
    }
}

/// Sets the variable anew from another thread during each comparison, as long as that is possible.
private final class Dispute: Sendable {

    private let queue = DispatchQueue(label: "intruder"), intrusion: @Sendable (Int) -> Void
    private let state = LockedBox((comparisons: 0, intrusions: 0, isOver: false))
    private let limit = 100

    /// How many comparisons are sure to happen without a lock.
    private let unlockedComparisons: Int

    init(_ unlockedComparisons: Int, _ intrusion: @escaping @Sendable (Int) -> Void) {
        self.unlockedComparisons = unlockedComparisons
        self.intrusion = intrusion
    }

    var comparisons: Int { state.withLock { $0.comparisons } }
    var intrusions: Int { state.withLock { $0.intrusions } }

    /// The dispute is over when the intruder can't get in any more, because the values are compared in the atomic step.
    func intrude() {
        let number = state.withLock { state -> Int? in
            if state.isOver { return nil }
            state.comparisons += 1
            return state.comparisons > limit ? nil : state.comparisons
        }
        guard let number else { return }
        let gotIn = Gate()
        queue.async { [intrusion] in
            intrusion(-number)
            gotIn.open()
        }
        let hasGotIn = gotIn.pass(within: number <= unlockedComparisons ? .seconds(300) : .milliseconds(300))
        state.withLock { state in
            if hasGotIn { state.intrusions += 1 } else { state.isOver = true }
        }
    }

    /// Waits for the last intruder.
    func settle() { queue.sync {} }
}
