import Dispatch
import Testing

@testable import SwiftObserver

/// Others change a variable as often as its values are compared.
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

    /// Nobody can change the variable during that comparison. A thread that does so itself is told that it would wait for itself.
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
        #expect(message.contains("SwiftObserver: the value of a variable was touched"))
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

/// Sets the variable anew from another thread during each comparison that is sure to happen without a lock.
private final class Dispute: Sendable {

    private let queue = DispatchQueue(label: "intruder"), intrusion: @Sendable (Int) -> Void
    private let last: @Sendable () -> Void, count = LockedBox(0)

    /// - Parameter last: Runs in all further comparisons, on the thread that compares.
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
