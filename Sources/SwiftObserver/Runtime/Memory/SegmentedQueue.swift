/// A queue in linked segments. Appending at the end and removing from the front take O(1).
///
/// ```
///   +---+---+---+---+-------+      +---+---+---+---+-------+
///   |   | A | B | C | Links | ---> | D | E |   |   | Links |
///   +---+---+---+---+-------+      +---+---+---+---+-------+
///         ^         ^                        ^     ^
///       first   firstSegmentEnd             end   lastSegmentEnd
/// ```
///
/// A segment is a piece of plain memory. No element ever moves, so growing a long queue blocks no
/// thread for long, and the memory is freed as the queue gets shorter. A ring buffer in an array
/// could do the same. But arrays are slow where the compiler doesn't know the type of elements, as
/// on the path of every message.
struct SegmentedQueue<Element>: ~Copyable {

    private(set) var count = 0

    /// The first element, and the end of its segment.
    private var first: UnsafeMutablePointer<Element>?
    private var firstSegmentEnd: UnsafeMutablePointer<Element>?

    /// The slot of the next element, and the end of its segment.
    private var end: UnsafeMutablePointer<Element>?
    private var lastSegmentEnd: UnsafeMutablePointer<Element>?

    /// The end of a segment that was emptied, and is the next one to be added.
    ///
    /// So a queue of constant length through which elements flow allocates nothing.
    private var spareSegmentEnd: UnsafeMutablePointer<Element>?

    deinit {
        if let spareSegmentEnd { Self.links(at: spareSegmentEnd).pointee.start.deallocate() }
        var count = count, first = first, segmentEnd = firstSegmentEnd
        while let end = segmentEnd, let elements = first {
            let number = min(count, end - elements)
            elements.deinitialize(count: number)
            count -= number
            segmentEnd = Self.links(at: end).pointee.nextSegmentEnd
            first = segmentEnd.map { Self.links(at: $0).pointee.start }
            Self.links(at: end).pointee.start.deallocate()
        }
    }

    /// Reads the first element. There must be one.
    @inline(__always)
    borrowing func withFirst<Result>(_ read: (borrowing Element) -> Result) -> Result {
        read(first.unsafelyUnwrapped.pointee)
    }

    /// The address of the first element, which stays there until it's removed. There must be one.
    var addressOfFirst: UnsafeMutablePointer<Element> {
        @inline(__always)
        get { first.unsafelyUnwrapped }
    }

    /// The address of the second element, or `nil` if there's none.
    var addressOfSecond: UnsafeMutablePointer<Element>? {
        if count < 2 { return nil }
        let second = first.unsafelyUnwrapped + 1
        if second != firstSegmentEnd { return second }
        return Self.links(at: Self.links(at: second).pointee.nextSegmentEnd.unsafelyUnwrapped).pointee.start
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        if end == lastSegmentEnd { addSegment() }
        let slot = end.unsafelyUnwrapped
        slot.initialize(to: element)
        end = slot + 1
        count += 1
    }

    /// Removes the first element. There must be one.
    @inline(__always)
    mutating func removeFirst() -> Element {
        let slot = first.unsafelyUnwrapped, element = slot.move()
        passFirst(slot)
        return element
    }

    /// Removes the first element, and moves it to other memory. There must be one.
    @inline(__always)
    mutating func moveFirst(to memory: UnsafeMutablePointer<Element>) {
        let slot = first.unsafelyUnwrapped
        memory.moveInitialize(from: slot, count: 1)
        passFirst(slot)
    }

    /// Removes the first element as an object. There must be one.
    ///
    /// The element must be a reference to an object and nothing else.
    @inline(__always)
    mutating func removeFirstObject() -> AnyObject {
        let slot = first.unsafelyUnwrapped
        let object = UnsafeMutableRawPointer(slot).assumingMemoryBound(to: AnyObject.self).move()
        passFirst(slot)
        return object
    }

    /// Removes the first element, which must exist and be plain memory.
    @inline(__always)
    mutating func dropFirst() { passFirst(first.unsafelyUnwrapped) }

    @inline(__always)
    private mutating func passFirst(_ slot: UnsafeMutablePointer<Element>) {
        first = slot + 1
        count -= 1
        if count == 0 { rewind() } else if first == firstSegmentEnd { leaveFirstSegment() }
    }

    /// Removes that number of first elements, and moves them to other memory. They must exist.
    mutating func moveFirst(_ number: Int, to memory: UnsafeMutablePointer<Element>) {
        var memory = memory, number = number
        while number > 0 {
            let slot = first.unsafelyUnwrapped
            let run = min(number, firstSegmentEnd.unsafelyUnwrapped - slot)
            memory.moveInitialize(from: slot, count: run)
            memory += run
            number -= run
            first = slot + run
            count -= run
            if count == 0 { rewind() } else if first == firstSegmentEnd { leaveFirstSegment() }
        }
    }

    /// Starts again at the beginning of the only segment that is left, or frees it if it's large.
    @inline(__always)
    private mutating func rewind() {
        let start = Self.links(at: lastSegmentEnd.unsafelyUnwrapped).pointee.start
        first = start
        end = start
        if spareSegmentEnd != nil { dropSpareSegment() }
        if lastSegmentEnd.unsafelyUnwrapped - start > Self.keptCapacity { freeLastSegment(start) }
    }

    /// Frees the only segment that is left.
    ///
    /// So a queue that was long for a moment doesn't keep its memory.
    @inline(never)
    private mutating func freeLastSegment(_ segment: UnsafeMutablePointer<Element>) {
        segment.deallocate()
        first = nil
        firstSegmentEnd = nil
        end = nil
        lastSegmentEnd = nil
    }

    @inline(never)
    private mutating func leaveFirstSegment() {
        let next = Self.links(at: firstSegmentEnd.unsafelyUnwrapped).pointee.nextSegmentEnd
        // The larger one is kept. If small and large segments alternated, large ones would be
        // allocated and freed again and again.
        if Self.capacity(upTo: spareSegmentEnd) < Self.capacity(upTo: firstSegmentEnd) {
            swap(&spareSegmentEnd, &firstSegmentEnd)
        }
        if let passed = firstSegmentEnd { Self.links(at: passed).pointee.start.deallocate() }
        firstSegmentEnd = next
        first = Self.links(at: next.unsafelyUnwrapped).pointee.start
    }

    @inline(never)
    private mutating func dropSpareSegment() {
        if let spare = spareSegmentEnd.take() { Self.links(at: spare).pointee.start.deallocate() }
    }

    /// Takes the spare segment, or allocates a new one.
    ///
    /// A new one has room for as many elements as the queue has, within limits.
    private mutating func newSegmentEnd() -> UnsafeMutablePointer<Element> {
        if let spare = spareSegmentEnd.take() {
            Self.links(at: spare).pointee.nextSegmentEnd = nil
            return spare
        }
        let stride = MemoryLayout<Element>.stride
        let capacity = max(1, min(max(64 / stride, count), Tuning.segmentSize / stride))
        let linksOffset = (capacity * stride + 7) & ~7
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: linksOffset + MemoryLayout<Links>.size, alignment: max(8, MemoryLayout<Element>.alignment))
        let start = memory.bindMemory(to: Element.self, capacity: capacity)
        memory.advanced(by: linksOffset).bindMemory(to: Links.self, capacity: 1).initialize(to: Links(start: start))
        return start + capacity
    }

    @inline(never)
    private mutating func addSegment() {
        let segmentEnd = newSegmentEnd(), start = Self.links(at: segmentEnd).pointee.start
        if let lastSegmentEnd {
            Self.links(at: lastSegmentEnd).pointee.nextSegmentEnd = segmentEnd
        } else {
            first = start
            firstSegmentEnd = segmentEnd
        }
        end = start
        lastSegmentEnd = segmentEnd
    }

    /// The maximum capacity of the segment that an empty queue keeps.
    private static var keptCapacity: Int {
        @inline(__always)
        get { max(1, 256 / max(1, MemoryLayout<Element>.stride)) }
    }

    /// The capacity of the segment that ends there.
    private static func capacity(upTo segmentEnd: UnsafeMutablePointer<Element>?) -> Int {
        segmentEnd.map { $0 - links(at: $0).pointee.start } ?? 0
    }

    /// The data that is stored after the elements of a segment.
    private struct Links {
        let start: UnsafeMutablePointer<Element>
        var nextSegmentEnd: UnsafeMutablePointer<Element>?
    }

    @inline(__always)
    private static func links(at segmentEnd: UnsafeMutablePointer<Element>) -> UnsafeMutablePointer<Links> {
        // To align for `Links`, the compiler would have to look up its type.
        UnsafeMutableRawPointer(segmentEnd).alignedUp(toMultipleOf: 8).assumingMemoryBound(to: Links.self)
    }
}
