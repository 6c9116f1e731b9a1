/// Everything that is guarded by the lock of a feed, and all decisions about it.
///
/// INVARIANTS
/// - Loops wait only while no element does.
/// - When it is closed, no loop waits and no element comes in.
/// - Markers ascend by position. As long as there is one, the alarm rings at any step.
struct FeedState<Element: Sendable>: ~Copyable {

    /// The elements that wait, if their number has no limit.
    private var elements = SegmentedQueue<Element>()

    /// The elements that wait, if their number has a limit.
    private var boundedElements: BoundedQueue<Element>

    private let isUnbounded: Bool

    /// Makes an element that tells how many are missing, if loops want to know.
    private let gap: (@Sendable (Int) -> Element)?

    /// How many elements lone loops have taken out, several at once, and how far they've got with these.
    private var inBatches = 0
    let steps = Steps()

    /// Someone waits until fewer elements wait. 0 if nobody does.
    private var wantedLimit = 0

    /// How many elements have come in, but for those that were dropped right away or merged.
    private var pushed = 0

    /// How many elements no loop will take out any more.
    private var discarded = 0

    /// Those who wait until so many of them are done with, in this order.
    private var markers: [(marker: Marker, position: Int)] = []

    private var waiters: [Waiter<Element>] = []

    /// Whether no element will come in any more.
    private var isClosed = false

    /// Whether it's closed because the last loop has left, and not because the observation has ended.
    private(set) var wasLeft = false

    private var loops: [ActiveLoop] = []
    private var latestLoop = 0

    private struct ActiveLoop {
        let id: LoopID

        /// How many elements had left the feed when this loop took something out that it's not done with, if there is such a
        /// thing.
        var hand: Int?
    }

    init(limit: BufferLimit<Element>, gap: (@Sendable (Int) -> Element)?) {
        if case .unbounded = limit { isUnbounded = true } else { isUnbounded = false }
        boundedElements = BoundedQueue(limit: limit, marksGaps: gap != nil)
        self.gap = gap
    }

    /// How many elements were dropped.
    var dropped: Int { boundedElements.dropped }

    /// Whether an element was one too many.
    var isCutOff: Bool { boundedElements.isCutOff }

    /// How many elements wait.
    var count: Int { elements.count + boundedElements.count + inBatch }

    /// How many of those that were taken out at once have not begun.
    private var inBatch: Int { inBatches - steps.progress.begun }

    mutating func want(below limit: Int) {
        wantedLimit = limit
        tellWhatIsWanted()
    }

    private func tellWhatIsWanted() {
        steps.setAlarm(markers.isEmpty ? Steps.step(below: wantedLimit, of: inBatches) : 0)
    }

    /// Whether someone may wait for what a loop has just done: for room, or for the loop to be done with something.
    var isProgressWanted: Bool { wantedLimit > 0 && count < wantedLimit || !markers.isEmpty }

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

    /// Accepts no more elements. Returns who waits in vain.
    mutating func close() -> [Waiter<Element>] {
        isClosed = true
        return takeWaiters { _ in true }
    }

    mutating func enter() -> LoopID {
        latestLoop += 1
        loops.append(ActiveLoop(id: LoopID(number: latestLoop)))
        return LoopID(number: latestLoop)
    }

    /// Lets a loop leave. Returns what was waiting on its behalf, and whether the last loop has left, in which case the
    /// feed is closed and all elements are the caller's.
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

    /// Accepts no more elements, and hands out all there are.
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

    /// Takes out one element or, if the loop is alone with an unlimited feed, all there are.
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

    /// Takes out one element or, if there is none, remembers who waits for it.
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

    /// Notes that a loop is done with what it took out before, as it asks for more. Tells whether the loop is still there.
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

    /// How many elements came in and wait no more: they were taken out or had to make room.
    private var gone: Int { pushed - elements.count - boundedElements.count }

    /// How many elements are done with: they're gone, and so is whoever came before them.
    ///
    /// What a loop has taken out at once ends with the last element that was gone then. The loop has begun all of it but for what
    /// it counts as waiting, and is done with all that it has begun but for the last one.
    private var finished: Int {
        loops.reduce(gone) { min($0, $1.hand.map { $0 - inBatch - 1 } ?? $0) }
    }

    /// How far the loops have got.
    var progress: Progress {
        let inBatch = inBatch
        return Progress(
            waiting: elements.count + boundedElements.count + inBatch + discarded,
            handled: gone - boundedElements.evicted - inBatch - discarded,
            missed: dropped, merged: boundedElements.merged, isBusy: loops.contains { $0.hand != nil })
    }

    /// Whether someone waits until loops are done with something.
    var hasMarkers: Bool { !markers.isEmpty }

    /// Whether nothing waits, and loops are done with all that they took out.
    var isFinished: Bool { finished == pushed }

    /// Lets a marker wait until all loops are done with what is there, unless they are.
    mutating func add(_ marker: Marker) -> Bool {
        // Set before the elements are counted, as whoever takes them out does it the other way around.
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
