/// Elements that wait for one consumer, no more than allowed, and the gaps that dropped ones left among them.
///
/// Elements and gaps are taken out in the order in which they came in. What comes in first is at the front.
///
/// A value without threads or locks. Whoever guards it releases what it returns after unlocking.
///
/// INVARIANTS
/// - If the limit is a number, no more elements wait.
/// - The gaps ascend by position. None is before the first element that waits, and no two are at the same position.
/// - What came in is what was taken out, what waits, what was dropped and what was merged.
struct BoundedQueue<Element>: ~Copyable {

    private let limit: BufferLimit<Element>

    /// Whether a gap behind all elements is something to take out. If not, nobody is told of it.
    private let marksGaps: Bool

    private var elements = SegmentedQueue<Element>()

    /// How many elements are gone, taken out or dropped at the front. It's the position of the first one that waits.
    private var firstPosition = 0

    /// How many elements were dropped at the front, since the last one was taken out.
    private var missedInFront = 0

    /// The gaps but for the last one, from the front to the end.
    private var gaps = SegmentedQueue<QueueGap>()
    private var lastGap: QueueGap?

    /// Whether the consumer is cut off, so that no element is accepted any more.
    private(set) var isCutOff = false

    /// How many elements were dropped.
    private(set) var dropped = 0

    /// How many elements became part of others.
    private(set) var merged = 0

    /// How many of those that were dropped had waited before.
    var evicted: Int { if case .newest = limit { dropped } else { 0 } }

    init(limit: BufferLimit<Element>, marksGaps: Bool) {
        self.limit = limit
        self.marksGaps = marksGaps
    }

    // What is called for each element is always inlined. To call it, the compiler would look up the type of this queue.

    /// How many elements wait.
    var count: Int {
        @inline(__always)
        get { elements.count }
    }

    /// How many elements and gaps can be taken out.
    var turns: Int {
        @inline(__always)
        get { elements.count + gaps.count + (lastGap == nil ? 0 : 1) }
    }

    /// What becomes of an element that comes in. It doesn't contain the element: the compiler would have to look up the type
    /// of such a value for each one.
    enum Admission {

        /// It waits. The caller appends it.
        case add

        /// It waits, and the oldest one is dropped for it. The caller removes that one, and then appends it.
        case replace

        /// What waits is made of it and the only one that waits. The caller merges it.
        case merge

        /// It's dropped, and a gap waits behind all elements.
        case drop(opensGap: Bool)
    }

    /// Decides about an element that comes in. What that means for elements must be done right after this.
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

    /// Removes the oldest element, which must make room or comes next.
    @inline(__always)
    mutating func removeFirst() -> Element { elements.removeFirst() }

    /// Moves the oldest element, which comes next, to other memory.
    @inline(__always)
    mutating func moveFirst(to memory: UnsafeMutablePointer<Element>) { elements.moveFirst(to: memory) }

    /// Removes the oldest element, which must make room and is a reference to an object.
    @inline(__always)
    mutating func removeFirstObject() -> AnyObject { elements.removeFirstObject() }

    /// Removes the oldest element, which is nothing but memory.
    @inline(__always)
    mutating func dropFirst() { elements.dropFirst() }

    /// Merges an element with the only one that waits, and returns that one.
    mutating func merge(_ element: Element) -> Element {
        merged += 1
        let waiting = elements.removeFirst()
        if case .merged(let merge) = limit { elements.append(merge(waiting, element)) }
        return waiting
    }

    /// Counts a further dropped element behind all others, and tells whether a gap begins with it.
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

    /// Cuts the consumer off if it isn't, and tells whether this call did.
    private mutating func cutOff() -> Bool {
        if !isCutOff {
            isCutOff = true
            return widenGap()
        }
        if lastGap != nil { _ = widenGap() }
        return false
    }

    /// What comes next.
    enum Next {

        /// An element, and how many are missing in front of it that no gap stands for. The caller removes it.
        case element(missed: Int)

        /// So many elements are missing here.
        case gap(Int)

        /// So many elements are missing here, and the consumer is cut off.
        case cutOff(missed: Int)

        case nothing
    }

    /// Takes out what comes next, but for an element, which must be removed right after this.
    @inline(__always)
    mutating func next() -> Next {
        if let gap = takeGap() { return isCutOff ? .cutOff(missed: gap.count) : .gap(gap.count) }
        if elements.count == 0 { return .nothing }
        return .element(missed: passFirst(1))
    }

    /// How many elements are missing in front of the next one that no gap stands for, unless there are none. To ask takes
    /// them out.
    mutating func takeMissedInFront() -> Int? {
        let missed = passFirst(0)
        return missed > 0 ? missed : nil
    }

    /// Takes out no more than so many elements, up to the next gap. Returns how many are missing in front of them.
    mutating func takeElements(_ limit: Int, into batch: inout [Element]) -> Int {
        let count = min(limit, elements.count, nextGap.map { $0.position - firstPosition } ?? .max)
        batch = [Element](unsafeUninitializedCapacity: count) { memory, initializedCount in
            if let start = memory.baseAddress { elements.moveFirst(count, to: start) }
            initializedCount = count
        }
        return passFirst(count)
    }

    /// Takes out all elements, however many may be missing among them.
    mutating func takeAll(into rest: inout SegmentedQueue<Element>) { swap(&elements, &rest) }

    /// Whether an element comes next, and not a gap.
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

/// Elements that are missing in front of an element, or behind the last one. It's not a part of the queue's type, so that this
/// one isn't generic.
private struct QueueGap {
    let position: Int
    var count = 1
}
