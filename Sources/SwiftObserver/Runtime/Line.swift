/// Elements that wait in line: they're appended at the end and removed from the front, in O(1) amortized.
///
/// A ring in plain memory that grows when it's full. An array could do the same, but arrays are slow where the compiler
/// knows no element type, and that's so on the way of every message.
struct Line<Element>: ~Copyable {

    private(set) var count = 0
    private var first = 0

    /// A power of two, or zero.
    private(set) var capacity = 0
    private var memory: UnsafeMutablePointer<Element>?

    deinit {
        for index in 0..<count { slot(index).deinitialize(count: 1) }
        memory?.deallocate()
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { grow() }
        slot(count).initialize(to: element)
        count += 1
    }

    /// Removes the first element. There must be one.
    @inline(__always)
    mutating func removeFirst() -> Element {
        let element = slot(0).move()
        first = (first + 1) & (capacity - 1)
        count -= 1
        return element
    }

    /// Gives up the memory that a large burst needed. Call this now and then while nothing is in line.
    @inline(__always)
    mutating func shrink() {
        if count == 0, capacity > Self.keptCapacity { self = Line() }
    }

    private static var keptCapacity: Int { 1024 }

    /// Where the element with that index in line is stored.
    @inline(__always)
    private func slot(_ index: Int) -> UnsafeMutablePointer<Element> {
        memory.unsafelyUnwrapped.advanced(by: (first + index) & (capacity - 1))
    }

    /// Makes room in a line that is full, so that the ring is unrolled in two pieces.
    @inline(never)
    private mutating func grow() {
        let newCapacity = max(8, capacity * 2)
        let newMemory = UnsafeMutablePointer<Element>.allocate(capacity: newCapacity)
        if let memory {
            let untilEnd = capacity - first
            newMemory.moveInitialize(from: memory + first, count: untilEnd)
            (newMemory + untilEnd).moveInitialize(from: memory, count: count - untilEnd)
            memory.deallocate()
        }
        memory = newMemory
        capacity = newCapacity
        first = 0
    }
}
