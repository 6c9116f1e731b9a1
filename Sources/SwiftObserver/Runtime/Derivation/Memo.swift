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

    init(_ slot: AnySlot, number: Int, from stamps: [Int], versions: [Int]?) {
        self.slot = slot
        self.number = number
        self.stamps = stamps
        self.versions = versions
    }
}
