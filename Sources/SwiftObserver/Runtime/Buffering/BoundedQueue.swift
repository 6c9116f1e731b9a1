/// Elements that wait for one consumer, no more than allowed, and the gaps that dropped ones left among them.
///
/// Elements and gaps are taken out in the order in which they came in. What comes in first is at the front.
///
/// A value without threads or locks. Whoever guards it releases what it returns after unlocking.
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
    private var gaps = SegmentedQueue<Gap>()
    private var lastGap: Gap?

    /// Whether the consumer is cut off, so that no element is accepted any more.
    private(set) var isCutOff = false

    /// How many elements were dropped.
    private(set) var dropped = 0

    /// Elements that are missing in front of an element, or behind the last one.
    private struct Gap {
        let position: Int
        var count = 1
    }

    init(limit: BufferLimit<Element>, marksGaps: Bool) {
        self.limit = limit
        self.marksGaps = marksGaps
    }

    /// How many elements wait.
    var count: Int { elements.count }

    /// How many elements and gaps can be taken out.
    var turns: Int { elements.count + gaps.count + (lastGap == nil ? 0 : 1) }

    /// What became of an element that came in.
    enum Outcome {

        /// It waits.
        case added

        /// It waits, and this one, the oldest, was dropped for it.
        case replaced(Element)

        /// What waits is made of it and this one, the only one that waited.
        case merged(Element)

        /// It was dropped, and a gap waits behind all elements.
        case dropped(opensGap: Bool)
    }

    /// Takes an element in, if it may wait.
    mutating func append(_ element: Element) -> Outcome {
        switch limit {
        case .newest(let limit) where elements.count == limit:
            let oldest = elements.removeFirst()
            elements.append(element)
            firstPosition += 1
            missedInFront += 1
            dropped += 1
            return .replaced(oldest)
        case .oldest(let limit) where elements.count == limit:
            dropped += 1
            return .dropped(opensGap: marksGaps && widenGap())
        case .upTo(let limit) where elements.count == limit || isCutOff:
            dropped += 1
            return .dropped(opensGap: cutOff())
        case .merged(let merge) where elements.count > 0:
            let waiting = elements.removeFirst()
            elements.append(merge(waiting, element))
            return .merged(waiting)
        default:
            elements.append(element)
            return .added
        }
    }

    /// Counts a further dropped element behind all others, and tells whether a gap begins with it.
    private mutating func widenGap() -> Bool {
        let position = firstPosition + elements.count
        if lastGap?.position == position {
            lastGap?.count += 1
            return false
        }
        if let lastGap { gaps.append(lastGap) }
        lastGap = Gap(position: position)
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

        /// An element, and how many are missing in front of it that no gap stands for.
        case element(Element, missed: Int)

        /// So many elements are missing here.
        case gap(Int)

        /// So many elements are missing here, and the consumer is cut off.
        case cutOff(missed: Int)

        case nothing
    }

    /// Takes out what comes next.
    mutating func next() -> Next {
        if let gap = takeGap() { return isCutOff ? .cutOff(missed: gap.count) : .gap(gap.count) }
        if elements.count == 0 { return .nothing }
        return .element(elements.removeFirst(), missed: passFirst(1))
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
    var hasElementNext: Bool { elements.count > 0 && nextGap?.position != firstPosition }

    private var nextGap: Gap? { gaps.count > 0 ? gaps.withFirst { $0 } : lastGap }

    private mutating func takeGap() -> Gap? {
        guard let gap = nextGap, gap.position == firstPosition else { return nil }
        if gaps.count > 0 { return gaps.removeFirst() }
        return lastGap.take()
    }

    private mutating func passFirst(_ count: Int) -> Int {
        firstPosition += count
        defer { missedInFront = 0 }
        return missedInFront
    }
}
