/// The data that a live node has from one of its sources.
///
/// Both locks are held when it's created and destroyed: those of the node and of the source. In
/// between, each property says what guards it.
struct NodeInput: ~Copyable {

    /// The office of the source, which the node retains.
    let office: Unmanaged<PostOffice>

    /// The outcomes that arrived and weren't taken: new values, or `nil` for a change that left the
    /// value as it was. The lock of the node guards them.
    var arrivals = SegmentedQueue<AnySlot?>()

    /// The value. `nil` before the first evaluation of the source. Only the busy thread uses it.
    var slot: AnySlot?

    /// A value that is to be released without a lock. Only the busy thread uses it.
    var removed: AnySlot?

    /// The index of the edge among those of the source, whose lock guards it.
    var position = 0

    init(from office: PostOffice) { self.office = .passUnretained(office) }

    /// Returns whether that many outcomes are there to be taken. Call this under the lock of the
    /// node.
    @inline(__always)
    func hasArrived(_ count: Int) -> Bool { arrivals.count >= count }

    /// Takes the first outcome, which must have arrived. Returns whether it's a new value.
    ///
    /// Only for the busy thread, under the lock of the node. Afterwards, the thread clears
    /// `removed`.
    mutating func takeFirst() -> Bool {
        guard let new = arrivals.removeFirst() else { return false }
        removed = slot.take()
        slot = consume new
        return true
    }
}
