/// Elements that wait in line: they're appended at the end and removed from the front, in O(1).
///
/// They're in blocks of plain memory, one linked to the next. No element ever moves, so a long line doesn't keep anyone
/// waiting while it grows, and its memory is given back as it gets shorter. An array could do the same, but arrays are slow
/// where the compiler knows no element type, and that's so on the way of every message.
struct Line<Element>: ~Copyable {

    private(set) var count = 0

    /// The first element, and where its block ends.
    private var first: UnsafeMutablePointer<Element>?
    private var firstBlockEnd: UnsafeMutablePointer<Element>?

    /// Where the next element goes, and where that block ends.
    private var end: UnsafeMutablePointer<Element>?
    private var lastBlockEnd: UnsafeMutablePointer<Element>?

    deinit {
        var count = count, first = first, blockEnd = firstBlockEnd
        while let end = blockEnd, let elements = first {
            let number = min(count, end - elements)
            elements.deinitialize(count: number)
            count -= number
            blockEnd = Self.links(at: end).pointee.nextBlockEnd
            first = blockEnd.map { Self.links(at: $0).pointee.start }
            Self.links(at: end).pointee.start.deallocate()
        }
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        if end == lastBlockEnd { addBlock() }
        let slot = end.unsafelyUnwrapped
        slot.initialize(to: element)
        end = slot + 1
        count += 1
    }

    /// Removes the first element. There must be one.
    @inline(__always)
    mutating func removeFirst() -> Element {
        let slot = first.unsafelyUnwrapped, element = slot.move()
        first = slot + 1
        count -= 1
        if count == 0 { rewind() } else if first == firstBlockEnd { leaveBlock() }
        return element
    }

    /// Starts anew at the beginning of the only block that is left, or without any if that is large.
    @inline(__always)
    private mutating func rewind() {
        let start = Self.links(at: lastBlockEnd.unsafelyUnwrapped).pointee.start
        first = start
        end = start
        if lastBlockEnd.unsafelyUnwrapped - start > Self.keptCapacity { giveBack(start) }
    }

    /// Frees the only block that is left. So a line that was long for a moment doesn't keep its memory.
    @inline(never)
    private mutating func giveBack(_ block: UnsafeMutablePointer<Element>) {
        block.deallocate()
        first = nil
        firstBlockEnd = nil
        end = nil
        lastBlockEnd = nil
    }

    @inline(never)
    private mutating func leaveBlock() {
        let links = Self.links(at: firstBlockEnd.unsafelyUnwrapped), start = links.pointee.start
        firstBlockEnd = links.pointee.nextBlockEnd
        first = Self.links(at: firstBlockEnd.unsafelyUnwrapped).pointee.start
        start.deallocate()
    }

    /// Adds a block that has room for as many elements as there are, within limits.
    @inline(never)
    private mutating func addBlock() {
        let stride = MemoryLayout<Element>.stride
        let capacity = max(1, min(max(64 / stride, count), Self.blockSize / stride))
        let linksOffset = (capacity * stride + 7) & ~7
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: linksOffset + MemoryLayout<Links>.size, alignment: max(8, MemoryLayout<Element>.alignment))
        let start = memory.bindMemory(to: Element.self, capacity: capacity), blockEnd = start + capacity
        memory.advanced(by: linksOffset).bindMemory(to: Links.self, capacity: 1).initialize(to: Links(start: start))
        if let lastBlockEnd {
            Self.links(at: lastBlockEnd).pointee.nextBlockEnd = blockEnd
        } else {
            first = start
            firstBlockEnd = blockEnd
        }
        end = start
        lastBlockEnd = blockEnd
    }

    /// How many elements the block has room for, at most, that an empty line keeps.
    private static var keptCapacity: Int { max(1, 256 / max(1, MemoryLayout<Element>.stride)) }

    /// How many bytes the elements of a block take at most, unless a single element takes more.
    #if EXPLORE
        private static var blockSize: Int { 16 }
    #else
        private static var blockSize: Int { 8192 }
    #endif

    /// What stands behind the elements of a block.
    private struct Links {
        let start: UnsafeMutablePointer<Element>
        var nextBlockEnd: UnsafeMutablePointer<Element>?
    }

    @inline(__always)
    private static func links(at blockEnd: UnsafeMutablePointer<Element>) -> UnsafeMutablePointer<Links> {
        UnsafeMutableRawPointer(blockEnd).alignedUp(for: Links.self).assumingMemoryBound(to: Links.self)
    }
}
