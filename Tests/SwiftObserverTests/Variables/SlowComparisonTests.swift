import Dispatch
import Testing

@testable import SwiftObserver

/// Comparisons during which other threads change the variable.
@Suite struct SlowComparisonTests {

    @Test func `to set a variable takes few comparisons, however often others change it meanwhile`() {
        let variable = Var(Disputed(0)), updates = Recorder<Update<Disputed>>()
        variable.observed { updates.record($0) }
        let dispute = Dispute { variable.set(Disputed(-$0), as: variable) }
        variable.value = Disputed(1, dispute)
        expectChain(updates.values, endingWith: variable.value, including: 1)
        #expect(dispute.comparisons == Tuning.unlockedComparisons + 1)
    }

    @Test func `to set a combination takes few comparisons, however often others change its variables meanwhile`() {
        let variable = Var(Disputed(0)), both = variable +++ Var(0), updates = Recorder<Update<Disputed>>()
        variable.observed { updates.record($0) }
        let dispute = Dispute { variable.set(Disputed(-$0), as: variable) }
        both.value = Pair(Disputed(1, dispute), 1)
        expectChain(updates.values, endingWith: variable.value, including: 1)
        #expect(dispute.comparisons == Tuning.unlockedComparisons + 1)
        #expect(both.value == Pair(variable.value, 1))
    }

    /// During that comparison, other threads can't change the variable. If the comparing thread
    /// touches it, the program stops with a message.
    @Test(arguments: [false, true])
    func `the last comparison is a part of the change`(isCombined: Bool) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [isCombined = isCombined as Bool] in
            let variable = Var(Disputed(0))
            let dispute = Dispute {
                variable.set(Disputed(-$0), as: variable)
            } last: {
                _ = variable.value
            }
            if isCombined {
                (variable +++ Var(0)).value = Pair(Disputed(1, dispute), 1)
            } else {
                variable.value = Disputed(1, dispute)
            }
        }
        let message = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
        #expect(message.contains("SwiftObserver: a thread accessed the value of a variable"))
    }

    private func expectChain(_ updates: [Update<Disputed>], endingWith value: Disputed, including number: Int) {
        #expect(zip(updates, updates.dropFirst()).allSatisfy { $0.new.number == $1.old.number })
        #expect(updates.last?.new.number == value.number)
        #expect(updates.contains { $0.new.number == number })
    }
}

/// A number that, if it has a dispute, lets another thread set the variable when it's compared.
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

/// Sets the variable from another thread during each comparison that is sure to hold no lock.
private final class Dispute: Sendable {

    private let queue = DispatchQueue(label: "intruder"), intrusion: @Sendable (Int) -> Void
    private let last: @Sendable () -> Void, count = LockedBox(0)

    /// - Parameter last: Runs in all later comparisons, on the thread that compares.
    init(_ intrusion: @escaping @Sendable (Int) -> Void, last: @escaping @Sendable () -> Void = {}) {
        self.intrusion = intrusion
        self.last = last
    }

    var comparisons: Int { count.withLock { $0 } }

    func intrude() {
        let number = count.withLock {
            $0 += 1
            return $0
        }
        if number > Tuning.unlockedComparisons { return last() }
        let gotIn = Gate()
        queue.async { [intrusion] in
            intrusion(number)
            gotIn.open()
        }
        #expect(gotIn.pass())
    }
}
