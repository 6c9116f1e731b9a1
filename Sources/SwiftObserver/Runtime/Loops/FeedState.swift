/// Everything that is guarded by the lock of a feed, and all decisions about it.
struct FeedState<Element: Sendable>: ~Copyable {

    /// The elements that wait, if their number has no limit.
    private var elements = SegmentedQueue<Element>()

    /// The elements that wait, if their number has a limit.
    private var boundedElements: BoundedQueue<Element>

    private let isUnbounded: Bool

    /// Makes an element that tells how many are missing, if loops want to know.
    private let gap: (@Sendable (Int) -> Element)?

    /// How many elements a lone loop has taken out at once and not begun. It's the loop that counts.
    let waitingCount = WaitingCount()

    /// Someone waits until fewer elements wait. 0 if nobody does.
    private var wantedLimit = 0

    private var waiters: [Waiter<Element>] = []

    /// Whether no element will come in any more.
    private var isClosed = false

    /// Whether it's closed because the last loop has left, and not because the observation has ended.
    private(set) var wasLeft = false

    private var loops: [LoopID] = []
    private var latestLoop = 0

    init(limit: BufferLimit<Element>, gap: (@Sendable (Int) -> Element)?) {
        if case .unbounded = limit { isUnbounded = true } else { isUnbounded = false }
        boundedElements = BoundedQueue(limit: limit, marksGaps: gap != nil)
        self.gap = gap
    }

    /// How many elements were dropped.
    var dropped: Int { boundedElements.dropped }

    /// How many elements wait.
    var count: Int { elements.count + boundedElements.count + waitingCount.count }

    mutating func want(below limit: Int) {
        wantedLimit = limit
        waitingCount.want(below: limit)
    }

    /// Whether someone who waits for room may have some.
    var makesRoom: Bool { wantedLimit > 0 && count < wantedLimit }

    /// What became of an element that came in.
    enum Pushed {
        case taken(by: Waiter<Element>)
        case kept

        /// It had to make room, or was merged with others, and is to be released after unlocking.
        case evicted(Element)

        /// It was dropped, and no element will come in any more.
        case cutOff
    }

    /// Takes an element in.
    mutating func push(_ element: Element) -> Pushed {
        if isClosed { return .kept }
        if !waiters.isEmpty { return .taken(by: waiters.removeFirst()) }
        if isUnbounded {
            elements.append(element)
            return .kept
        }
        switch boundedElements.admit() {
        case .add: boundedElements.append(element)
        case .replace:
            let oldest = boundedElements.removeFirst()
            boundedElements.append(element)
            return .evicted(oldest)
        case .merge: return .evicted(boundedElements.merge(element))
        case .drop: break
        }
        guard boundedElements.isCutOff else { return .kept }
        isClosed = true
        return .cutOff
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
        if isUnbounded { swap(&elements, &rest) } else { boundedElements.takeAll(into: &rest) }
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
        if isAlone, elements.count > 0 {
            swap(&elements, &batch)
            _ = waitingCount.publish(batch.count - 1)
            return .batch
        }
        if let element = takeElement() { return .element(element) }
        return isClosed ? .end : .nothingYet
    }

    /// Takes out one element or, if there is none, remembers who waits for it.
    mutating func wait(_ waiter: Waiter<Element>) -> Taken {
        guard loops.contains(waiter.loop) else { return .end }
        if let element = takeElement() { return .element(element) }
        if isClosed { return .end }
        waiters.append(waiter)
        return .nothingYet
    }

    private mutating func takeElement() -> Element? {
        if elements.count > 0 { return elements.removeFirst() }
        if let gap, let missed = boundedElements.takeMissedInFront() { return gap(missed) }
        switch boundedElements.next() {
        case .element: return boundedElements.removeFirst()
        case .gap(let missed), .cutOff(let missed): return gap?(missed)
        case .nothing: return nil
        }
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
