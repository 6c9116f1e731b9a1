/// The result of an evaluation for a read, and what it was computed from.
///
/// It refers to its sources by numbers, so it keeps no other memo alive.
///
/// `@unchecked Sendable` because it never changes.
final class Memo: @unchecked Sendable {

    let slot: AnySlot

    /// Identifies the result among all of the same node.
    let number: Int

    /// The version or the number of each source.
    let stamps: [Int]

    /// All roots, in the order of the read plan, which retains them, if the node itself was read.
    private let roots: PlainArray<RootVersion>

    /// `true` if the node itself was read.
    private let wasRead: Bool

    private struct RootVersion: BitwiseCopyable {
        let record: Unmanaged<ValueRecord>
        let version: Int
    }

    /// - Parameter versions: The versions of these records, if the node itself was read.
    init(_ slot: AnySlot, number: Int, from stamps: [Int], _ records: [ValueRecord], versions: [Int]?) {
        self.slot = slot
        self.number = number
        self.stamps = stamps
        var roots = PlainArray<RootVersion>()
        for (record, version) in zip(records, versions ?? []) {
            roots.append(RootVersion(record: .passUnretained(record), version: version))
        }
        self.roots = roots
        wasRead = versions != nil
    }

    /// Returns whether the node itself was read, and no root has changed since.
    ///
    /// Versions only grow. So if all are the same as at an earlier moment, all of them were current
    /// when the first one was loaded.
    var isCurrent: Bool {
        for index in 0..<roots.count {
            let root = roots[index]
            if root.record._withUnsafeGuaranteedRef({ $0.version }) != root.version { return false }
        }
        return wasRead
    }

    /// Returns whether the node itself was read, at these versions of all roots.
    func isFor(_ versions: [Int]) -> Bool {
        wasRead && versions.indices.allSatisfy { roots[$0].version == versions[$0] }
    }
}
