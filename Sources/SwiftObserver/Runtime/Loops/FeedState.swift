/// Everything that the lock of a feed guards, and all decisions about it.
///
/// ```
///    gone: taken out, or dropped at the front     waiting
///         +---+---+---+---+---+---+        +---+---+---+
///         | 1 | 2 | 3 | 4 | 5 | 6 |        | 7 | 8 | 9 |
///         +---+---+---+---+---+---+        +---+---+---+
///                   ^       ^   ^                    ^
///         hand of A == 3    |   gone == 6       pushed == 9, the position
///               hand of B == 5                  of a marker that is added now
///         Loop A handles 3, loop B handles 5: finished == 2
/// ```
///
/// INVARIANTS
/// - Loops wait only while no element does.
/// - When the feed is closed, no loop waits and no element comes in.
/// - Markers ascend by position. As long as there is one, the alarm rings at any step.
struct FeedState<Element: Sendable>: ~Copyable {

    /// The elements that wait, if their number has no limit.
    private var elements = SegmentedQueue<Element>()

    /// The elements that wait, if their number has a limit.
    private var boundedElements: BoundedQueue<Element>

    private let isUnbounded: Bool

    /// Makes an element that says how many are missing, if loops get such elements.
    private let gap: (@Sendable (Int) -> Element)?

    /// The number of elements that lone loops took out in batches, and how far these loops are.
    private var inBatches = 0
    let steps = Steps()

    /// The limit below which the backlog must fall for a waiter, or 0 without a waiter.
    private var wantedLimit = 0

    /// The number of elements that came in, except for new ones that were dropped or merged.
    private var pushed = 0

    /// The number of elements that no loop will ever take out.
    private var discarded = 0

    /// The markers in order, each with the number of elements that must be done.
    private var markers: [(marker: Marker, position: Int)] = []

    private var waiters: [Waiter<Element>] = []

    /// `true` if no more elements come in.
    private var isClosed = false

    /// `true` if the last loop closed the feed by leaving, and the observation hadn't ended.
    private(set) var wasLeft = false

    private var loops: [ActiveLoop] = []
    private var latestLoop = 0

    private struct ActiveLoop {
        let id: LoopID

        /// The value of `gone` when the loop took out what it's handling, if it's handling
        /// something.
        var hand: Int?
    }

    init(limit: BufferLimit<Element>, gap: (@Sendable (Int) -> Element)?) {
        if case .unbounded = limit { isUnbounded = true } else { isUnbounded = false }
        boundedElements = BoundedQueue(limit: limit, marksGaps: gap != nil)
        self.gap = gap
    }

    /// The number of elements that were dropped.
    var dropped: Int { boundedElements.dropped }

    /// `true` if an element exceeded the limit.
    var isCutOff: Bool { boundedElements.isCutOff }

    /// The number of elements that wait.
    var count: Int { elements.count + boundedElements.count + inBatch }

    /// The number of elements that were taken out in a batch and haven't begun.
    private var inBatch: Int { inBatches - steps.progress.begun }

    mutating func want(below limit: Int) {
        wantedLimit = limit
        tellWhatIsWanted()
    }

    private func tellWhatIsWanted() {
        steps.setAlarm(markers.isEmpty ? Steps.step(below: wantedLimit, of: inBatches) : 0)
    }

    /// `true` if something may wait for what a loop has just done: room, or a marker.
    var isProgressWanted: Bool { wantedLimit > 0 && count < wantedLimit || !markers.isEmpty }

    /// The result of adding an element.
    enum Pushed {
        case taken(by: Waiter<Element>)
        case kept

        /// A waiting element was dropped or merged, and must be released after unlocking.
        case evicted(Element)

        /// The element was dropped, and no more elements come in.
        case cutOff
    }

    /// Adds an element.
    mutating func push(_ element: Element) -> Pushed {
        if isClosed {
            pushed += 1
            discarded += 1
            return .kept
        }
        if !waiters.isEmpty {
            let waiter = waiters.removeFirst()
            pushed += 1
            setHand(of: waiter.loop)
            return .taken(by: waiter)
        }
        if isUnbounded {
            pushed += 1
            elements.append(element)
            return .kept
        }
        switch boundedElements.admit() {
        case .add:
            pushed += 1
            boundedElements.append(element)
        case .replace:
            let oldest = boundedElements.removeFirst()
            pushed += 1
            boundedElements.append(element)
            return .evicted(oldest)
        case .merge: return .evicted(boundedElements.merge(element))
        case .drop: break
        }
        guard boundedElements.isCutOff else { return .kept }
        isClosed = true
        return .cutOff
    }

    /// Accepts no more elements. Returns the waiters, which get none.
    mutating func close() -> [Waiter<Element>] {
        isClosed = true
        return takeWaiters { _ in true }
    }

    mutating func enter() -> LoopID {
        latestLoop += 1
        loops.append(ActiveLoop(id: LoopID(number: latestLoop)))
        return LoopID(number: latestLoop)
    }

    /// Removes a loop. Returns what was waiting on its behalf, and whether it was the last loop.
    ///
    /// If it was, the feed is closed, and all elements are the caller's.
    mutating func leave(_ loop: LoopID, rest: inout SegmentedQueue<Element>) -> (
        waiters: [Waiter<Element>], isLast: Bool
    ) {
        guard let index = index(of: loop) else { return ([], false) }
        loops.remove(at: index)
        let waiters = takeWaiters { $0.loop == loop }
        guard loops.isEmpty else { return (waiters, false) }
        wasLeft = !isClosed
        takeAll(into: &rest)
        return (waiters, true)
    }

    /// Accepts no more elements, and hands out all that wait.
    mutating func takeAll(into rest: inout SegmentedQueue<Element>) {
        isClosed = true
        discarded += elements.count + boundedElements.count
        if isUnbounded { swap(&elements, &rest) } else { boundedElements.takeAll(into: &rest) }
    }

    enum Taken {
        case element(Element)
        case batch
        case end
        case nothingYet
    }

    /// Takes out one element or, if the loop is alone with an unlimited feed, all of them.
    mutating func take(_ loop: LoopID, _ isAlone: Bool, _ batch: inout SegmentedQueue<Element>) -> Taken {
        guard ask(for: loop) else { return .end }
        if isAlone, elements.count > 0 {
            swap(&elements, &batch)
            inBatches += batch.count
            _ = steps.begin()
            setHand(of: loop)
            return .batch
        }
        if let element = takeElement() {
            setHand(of: loop)
            return .element(element)
        }
        return isClosed ? .end : .nothingYet
    }

    /// Takes out one element or, if there is none, remembers the waiter.
    mutating func wait(_ waiter: Waiter<Element>) -> Taken {
        guard ask(for: waiter.loop) else { return .end }
        if let element = takeElement() {
            setHand(of: waiter.loop)
            return .element(element)
        }
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

    private func index(of loop: LoopID) -> Int? { loops.firstIndex { $0.id == loop } }

    /// Notes that a loop is done with its last element, as it asks for more.
    ///
    /// Returns whether the loop is still there.
    private mutating func ask(for loop: LoopID) -> Bool {
        guard let index = index(of: loop) else { return false }
        loops[index].hand = nil
        return true
    }

    /// Notes that a loop has just taken something out.
    private mutating func setHand(of loop: LoopID) {
        if let index = index(of: loop) { loops[index].hand = gone }
    }

    // MARK: - Markers

    /// The number of elements that came in and no longer wait: taken out, or dropped for others.
    private var gone: Int { pushed - elements.count - boundedElements.count }

    /// The number of elements that are done: they and all before them are gone and handled.
    ///
    /// A batch of a loop ends with the last element that was gone when it was taken out. The loop
    /// has begun all of it except for what still waits. It's done with what it has begun, except
    /// for the last one.
    private var finished: Int {
        loops.reduce(gone) { min($0, $1.hand.map { $0 - inBatch - 1 } ?? $0) }
    }

    /// The progress of the loops.
    var progress: Progress {
        let inBatch = inBatch
        return Progress(
            waiting: elements.count + boundedElements.count + inBatch + discarded,
            handled: gone - boundedElements.evicted - inBatch - discarded,
            missed: dropped, merged: boundedElements.merged, isBusy: loops.contains { $0.hand != nil })
    }

    /// `true` if there are markers.
    var hasMarkers: Bool { !markers.isEmpty }

    /// `true` if nothing waits, and loops are done with everything that they took out.
    var isFinished: Bool { finished == pushed }

    /// Adds a marker after everything that is there, unless loops are done with that.
    mutating func add(_ marker: Marker) -> Bool {
        // Set before the elements are counted. A loop takes them out first, and then looks at the
        // alarm.
        markers.append((marker, pushed))
        tellWhatIsWanted()
        if !isFinished { return true }
        remove(marker)
        return false
    }

    mutating func remove(_ marker: Marker) {
        markers.removeAll { $0.marker === marker }
        tellWhatIsWanted()
    }

    /// Removes the markers that are reached.
    mutating func takeReachedMarkers() -> [Marker] {
        if markers.isEmpty { return [] }
        let finished = finished, reached = markers.prefix { $0.position <= finished }
        markers.removeFirst(reached.count)
        tellWhatIsWanted()
        return reached.map(\.marker)
    }

    private mutating func takeWaiters(where isTaken: (Waiter<Element>) -> Bool) -> [Waiter<Element>] {
        let taken = waiters.filter(isTaken)
        waiters.removeAll(where: isTaken)
        return taken
    }
}
