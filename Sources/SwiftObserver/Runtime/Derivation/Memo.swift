/// The result of an evaluation for a read, and what it was computed from.
///
/// It refers to its sources by numbers, so it keeps no other memo alive.
final class Memo: Sendable {

    let slot: AnySlot

    /// Identifies the result among all of the same node.
    let number: Int

    /// The version or the number of each source.
    let stamps: [Int]

    /// The versions of all roots, in the order of the read plan, if the node itself was read.
    let versions: [Int]?

    /// Returns whether no root has changed since. Only if there are versions of all roots.
    func isCurrent(in plan: AnyReadPlan) -> Bool { versions.map(plan.areCurrent) ?? false }

    init(_ slot: AnySlot, number: Int, from stamps: [Int], versions: [Int]?) {
        self.slot = slot
        self.number = number
        self.stamps = stamps
        self.versions = versions
    }
}

/// The records of all roots of a node, in the order of locks.
///
/// Its only subclass knows more, but refers to nodes, which refer to this.
class AnyReadPlan: @unchecked Sendable {

    final let records: [ValueRecord]

    init(_ records: [ValueRecord]) { self.records = records }

    /// Their versions. They weren't necessarily current at one moment.
    final var versions: [Int] { records.map(\.version) }

    /// Returns whether these versions of all roots are current.
    ///
    /// Versions only grow. So if all are the same as at an earlier moment, all of them were current
    /// when the first one was loaded.
    final func areCurrent(_ versions: [Int]) -> Bool {
        var index = 0
        while index < records.count {
            if records[index].version != versions[index] { return false }
            index += 1
        }
        return true
    }
}
