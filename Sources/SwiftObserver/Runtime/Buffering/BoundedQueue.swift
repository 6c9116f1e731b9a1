/// Elements that wait for one consumer, within a limit, and the gaps of dropped ones.
///
/// *Entries* are elements and gaps. They're taken out in the order in which they came in, from the
/// front:
///
/// ```
///      front                              end
///        +-----+-----+   +-----+-----+                 count == 4
///        |  5  |  6  |   |  7  |  8  |                 turns == 6, with the gaps
///        +-----+-----+   +-----+-----+
///        ^             ^               ^
///  firstPosition    a gap with      lastGap with
///                   position 7      position 9
/// ```
///
/// *Gaps* are entries that stand for elements that `.oldest` or `.upTo` dropped at the end. A gap
/// has the position of the element after it. `.newest` makes no gap: `missedInFront` counts what it
/// drops at the front, until the next element is taken out.
///
/// This is a value without threads or locks. Its owner releases what it returns after unlocking.
///
/// INVARIANTS
/// - If the limit is a number, no more elements wait.
/// - The gaps ascend by position. None is before the first waiting element, and no two are at the
///   same position.
/// - Each element that came in was taken out, waits, was dropped, or was merged.
struct BoundedQueue<Element>: ~Copyable {

    private let limit: BufferLimit<Element>

    /// `true` if `.oldest` makes gaps. Otherwise, it only counts what it drops. `.upTo` always
    /// makes one.
    private let marksGaps: Bool

    private var elements = SegmentedQueue<Element>()

    /// The number of elements that are gone, taken out or dropped at the front.
    ///
    /// It's the position of the first element that waits.
    private var firstPosition = 0

    /// The number of elements dropped at the front since the last one was taken out.
    private var missedInFront = 0

    /// The gaps except for the last one, from the front to the end.
    private var gaps = SegmentedQueue<QueueGap>()
    private var lastGap: QueueGap?

    /// `true` if the consumer is cut off, so that no more elements are accepted.
    private(set) var isCutOff = false

    /// The number of elements that were dropped.
    private(set) var dropped = 0

    /// The number of elements that became part of others.
    private(set) var merged = 0

    /// `true` if a waiting element is merged with the next one.
    var merges: Bool { if case .merged = limit { true } else { false } }

    /// The number of dropped elements that had waited before.
    var evicted: Int { if case .newest = limit { dropped } else { 0 } }

    init(limit: BufferLimit<Element>, marksGaps: Bool) {
        self.limit = limit
        self.marksGaps = marksGaps
    }

    // Functions that are called for each element are always inlined. To call them, the compiler
    // would look up the type of this queue.

    /// The number of elements that wait.
    var count: Int {
        @inline(__always)
        get { elements.count }
    }

    /// The number of entries: elements and gaps that can be taken out.
    var turns: Int {
        @inline(__always)
        get { elements.count + gaps.count + (lastGap == nil ? 0 : 1) }
    }

    /// A decision about an element that comes in.
    ///
    /// It doesn't contain the element: the compiler would have to look up the type of such a value
    /// each time.
    enum Admission {

        /// The element waits. The caller appends it.
        case add

        /// The element waits, and the oldest one is dropped for it.
        ///
        /// The caller removes the oldest one, and then appends the new one.
        case replace

        /// The element is merged with the only one that waits. The caller calls `merge`.
        case merge

        /// The element is dropped. `opensGap` says whether a gap begins after all elements.
        case drop(opensGap: Bool)
    }

    /// Decides about an element that comes in. The caller must carry that out right after this.
    @inline(__always)
    mutating func admit() -> Admission {
        switch limit {
        case .newest(let limit) where elements.count == limit:
            firstPosition += 1
            missedInFront += 1
            dropped += 1
            return .replace
        case .oldest(let limit) where elements.count == limit:
            dropped += 1
            return .drop(opensGap: marksGaps && widenGap())
        case .upTo(let limit) where elements.count == limit || isCutOff:
            dropped += 1
            return .drop(opensGap: cutOff())
        case .merged where elements.count > 0: return .merge
        default: return .add
        }
    }

    /// Appends an element that was admitted.
    @inline(__always)
    mutating func append(_ element: Element) { elements.append(element) }

    /// Removes the oldest element, which is dropped or comes next.
    @inline(__always)
    mutating func removeFirst() -> Element { elements.removeFirst() }

    /// Moves the oldest element, which comes next, to other memory.
    @inline(__always)
    mutating func moveFirst(to memory: UnsafeMutablePointer<Element>) { elements.moveFirst(to: memory) }

    /// Removes the oldest element, which is dropped and is a reference to an object.
    @inline(__always)
    mutating func removeFirstObject() -> AnyObject { elements.removeFirstObject() }

    /// Removes the oldest element, which is plain memory.
    @inline(__always)
    mutating func dropFirst() { elements.dropFirst() }

    /// Merges an element with the only one that waits, and returns the latter.
    mutating func merge(_ element: Element) -> Element {
        merged += 1
        let waiting = elements.removeFirst()
        if case .merged(let merge) = limit { elements.append(merge(waiting, element)) }
        return waiting
    }

    /// Counts one more dropped element at the end, and returns whether a gap begins with it.
    @inline(__always)
    private mutating func widenGap() -> Bool {
        let position = firstPosition + elements.count
        if lastGap?.position == position {
            lastGap?.count += 1
            return false
        }
        if let lastGap { gaps.append(lastGap) }
        lastGap = QueueGap(position: position)
        return true
    }

    /// Cuts the consumer off if it isn't, and returns whether this call did.
    private mutating func cutOff() -> Bool {
        if !isCutOff {
            isCutOff = true
            return widenGap()
        }
        if lastGap != nil { _ = widenGap() }
        return false
    }

    /// The entry that comes next.
    enum Next {

        /// An element, which the caller must remove. `.newest` dropped that many before it.
        case element(missed: Int)

        /// A gap: `.oldest` dropped that many elements here.
        case gap(Int)

        /// The last entry: `.upTo` dropped that many elements, and no more come.
        case cutOff(missed: Int)

        case nothing
    }

    /// Takes out the next entry. If it's an element, the caller must remove that right after this.
    @inline(__always)
    mutating func next() -> Next {
        if let gap = takeGap() { return isCutOff ? .cutOff(missed: gap.count) : .gap(gap.count) }
        if elements.count == 0 { return .nothing }
        return .element(missed: passFirst(1))
    }

    /// Returns how many elements `.newest` has dropped since one was last taken out, if any.
    ///
    /// This resets that number.
    mutating func takeMissedInFront() -> Int? {
        let missed = passFirst(0)
        return missed > 0 ? missed : nil
    }

    /// Takes out at most that many elements, and none after the next gap.
    ///
    /// Returns how many elements `.newest` dropped before them.
    mutating func takeElements(_ limit: Int, into batch: inout [Element]) -> Int {
        let count = min(limit, elements.count, nextGap.map { $0.position - firstPosition } ?? .max)
        batch = [Element](unsafeUninitializedCapacity: count) { memory, initializedCount in
            if let start = memory.baseAddress { elements.moveFirst(count, to: start) }
            initializedCount = count
        }
        return passFirst(count)
    }

    /// Takes out all elements, and ignores gaps.
    mutating func takeAll(into rest: inout SegmentedQueue<Element>) { swap(&elements, &rest) }

    /// `true` if an element comes next, and not a gap.
    var hasElementNext: Bool {
        @inline(__always)
        get { elements.count > 0 && nextGap?.position != firstPosition }
    }

    private var nextGap: QueueGap? {
        @inline(__always)
        get { gaps.count > 0 ? gaps.withFirst { $0 } : lastGap }
    }

    @inline(__always)
    private mutating func takeGap() -> QueueGap? {
        guard let gap = nextGap, gap.position == firstPosition else { return nil }
        if gaps.count > 0 { return gaps.removeFirst() }
        return lastGap.take()
    }

    @inline(__always)
    private mutating func passFirst(_ count: Int) -> Int {
        firstPosition += count
        defer { missedInFront = 0 }
        return missedInFront
    }
}

/// Dropped elements before an element, or after the last one.
///
/// It isn't nested in the queue, so that it isn't generic.
private struct QueueGap {
    let position: Int
    var count = 1
}
