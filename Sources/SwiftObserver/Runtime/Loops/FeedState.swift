/// How many elements a feed keeps when nobody takes them, and which ones. Numbers are positive.
enum FeedLimit: Sendable {
    case unbounded
    case newest(Int)
    case oldest(Int)
}

/// Everything that is guarded by the lock of a feed, and all decisions about it.
struct FeedState<Element: Sendable>: ~Copyable {

    private let limit: FeedLimit
    private(set) var dropped = 0

    private var elements = SegmentedQueue<Element>()
    private var waiters: [Waiter<Element>] = []

    /// Whether no element will come in any more.
    private var isClosed = false

    /// Whether it's closed because the last loop has left, and not because the observation has ended.
    private(set) var wasLeft = false

    private var loops: [LoopID] = []
    private var latestLoop = 0

    init(limit: FeedLimit) { self.limit = limit }

    /// Takes an element in. Returns who waits for it or, if it's kept, the element that had to make room for it, to be released
    /// after unlocking. A full feed that keeps the oldest drops the new element instead.
    mutating func push(_ element: Element) -> (waiter: Waiter<Element>?, dropped: Element?) {
        if isClosed { return (nil, nil) }
        if !waiters.isEmpty { return (waiters.removeFirst(), nil) }
        var droppedElement: Element?
        switch limit {
        case .oldest(let count) where elements.count == count:
            dropped += 1
            return (nil, nil)
        case .newest(let count) where elements.count == count:
            dropped += 1
            droppedElement = elements.removeFirst()
        default: break
        }
        elements.append(element)
        return (nil, droppedElement)
    }

    /// Accepts no more elements. Returns who waits in vain.
    mutating func close() -> [Waiter<Element>] {
        isClosed = true
        return takeWaiters { _ in true }
    }

    mutating func enter() -> LoopID {
        latestLoop += 1
        loops.append(LoopID(number: latestLoop))
        return LoopID(number: latestLoop)
    }

    /// Lets a loop leave. Returns what was waiting on its behalf, and whether the last loop has left, in which case the
    /// feed is closed and all elements are the caller's.
    mutating func leave(_ loop: LoopID, rest: inout SegmentedQueue<Element>) -> (
        waiters: [Waiter<Element>], isLast: Bool
    ) {
        guard let index = loops.firstIndex(of: loop) else { return ([], false) }
        loops.remove(at: index)
        let waiters = takeWaiters { $0.loop == loop }
        guard loops.isEmpty else { return (waiters, false) }
        wasLeft = !isClosed
        isClosed = true
        swap(&elements, &rest)
        return (waiters, true)
    }

    enum Taken {
        case element(Element)
        case batch
        case end
        case nothingYet
    }

    /// Takes out one element or, if the loop is alone with an unlimited feed, all there are.
    mutating func take(_ loop: LoopID, _ isAlone: Bool, _ batch: inout SegmentedQueue<Element>) -> Taken {
        guard loops.contains(loop) else { return .end }
        guard elements.count > 0 else { return isClosed ? .end : .nothingYet }
        guard isAlone, case .unbounded = limit else { return .element(elements.removeFirst()) }
        swap(&elements, &batch)
        return .batch
    }

    /// Takes out one element or, if there is none, remembers who waits for it.
    mutating func wait(_ waiter: Waiter<Element>) -> Taken {
        guard loops.contains(waiter.loop) else { return .end }
        if elements.count > 0 { return .element(elements.removeFirst()) }
        if isClosed { return .end }
        waiters.append(waiter)
        return .nothingYet
    }

    private mutating func takeWaiters(where isTaken: (Waiter<Element>) -> Bool) -> [Waiter<Element>] {
        let taken = waiters.filter(isTaken)
        waiters.removeAll(where: isTaken)
        return taken
    }
}

struct Waiter<Element: Sendable> {
    let loop: LoopID
    let continuation: UnsafeContinuation<Element?, Never>
}

struct LoopID: Equatable, Sendable {
    let number: Int
}
