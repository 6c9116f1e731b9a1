/// The messages of one observation that wait on a queue.
///
/// What was posted is guarded by the lock of the queue's lane. What was taken out belongs to the block that does the
/// lane's errands. So the block takes the lock once for many messages, and none of them is handled or dies under it.
///
/// Messages keep neither their authors nor the observed object alive.
final class Inbox<Message>: @unchecked Sendable {

    init(hop: Hop, storesAuthors: Bool) {
        self.hop = hop
        self.storesAuthors = storesAuthors
    }

    /// Posts a message together with the errand of handling it.
    @inline(__always)
    func post(_ message: Message, from author: AnyObject?, errand: Errand) {
        hop.post(errand) {
            posted.append(message)
            if storesAuthors { authorsOfPosted.append(WeakReference(author)) }
        }
    }

    /// Takes out the oldest message. Call this once for each that was posted, from the errand.
    @inline(__always)
    func take(_ handle: (Message, AnyObject?) -> Void) {
        if taken.isEmpty {
            hop.withLock {
                swap(&posted, &taken)
                swap(&authorsOfPosted, &authorsOfTaken)
            }
        }
        let author = storesAuthors ? authorsOfTaken.removeFirst().object : nil
        handle(taken.removeFirst(), author)
    }

    private let hop: Hop
    private let storesAuthors: Bool

    @exclusivity(unchecked)
    private var posted = Line<Message>()

    @exclusivity(unchecked)
    private var authorsOfPosted = Line<WeakReference>()

    @exclusivity(unchecked)
    private var taken = Line<Message>()

    @exclusivity(unchecked)
    private var authorsOfTaken = Line<WeakReference>()
}

private struct WeakReference {
    weak let object: AnyObject?
    init(_ object: AnyObject?) { self.object = object }
}

/// Elements that are appended at the end until it's their turn to be removed from the front.
///
/// It does what an array would do, in plain memory, because arrays are slow where the compiler knows no element type.
private struct Line<Element>: ~Copyable {

    private var memory: UnsafeMutablePointer<Element>?
    private var capacity = 0
    private var first = 0
    private var end = 0

    var isEmpty: Bool {
        @inline(__always)
        get { first == end }
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        if end == capacity { grow() }
        memory.unsafelyUnwrapped.advanced(by: end).initialize(to: element)
        end += 1
    }

    /// Removes the first element. There must be one.
    @inline(__always)
    mutating func removeFirst() -> Element {
        let element = memory.unsafelyUnwrapped.advanced(by: first).move()
        first += 1
        if first == end { reset() }
        return element
    }

    @inline(__always)
    private mutating func reset() {
        first = 0
        end = 0
        if capacity > Self.keptCapacity { release() }
    }

    private static var keptCapacity: Int { 1024 }

    @inline(never)
    private mutating func grow() {
        let grown = UnsafeMutablePointer<Element>.allocate(capacity: max(8, capacity * 2))
        if let memory {
            grown.moveInitialize(from: memory, count: end)
            memory.deallocate()
        }
        memory = grown
        capacity = max(8, capacity * 2)
    }

    private mutating func release() {
        memory?.deallocate()
        memory = nil
        capacity = 0
    }

    deinit {
        memory?.advanced(by: first).deinitialize(count: end - first)
        memory?.deallocate()
    }
}
