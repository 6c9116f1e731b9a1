/// What an observation receives and asynchronous loops take.
///
/// The observation holds the ``Inlet``, the loops hold the ``Outlet``. When either is gone, the feed ends for the other
/// side. Decisions are made in `FeedState` under the lock. Whoever waits is resumed, and whatever was dropped dies, after
/// unlocking.
struct Feed<Element: Sendable>: Sendable {

    fileprivate let state: Protected<FeedState<Element>>

    init(limit: FeedLimit) { state = Protected(FeedState(limit: limit)) }

    /// How many elements came when there was no room for them, or had to make room for others.
    var dropped: Int { state.withLock { $0.dropped } }

    /// The end at which elements come in. Nothing but the handler of the observation may hold it: then the feed ends as
    /// soon as the observation has, for whatever reason that may be.
    final class Inlet: Sendable {

        private let feed: Feed

        init(_ feed: Feed) { self.feed = feed }

        func push(_ element: Element) {
            let (waiter, dropped) = feed.state.withLock { $0.push(element) }
            waiter?.continuation.resume(returning: element)
            withExtendedLifetime(dropped) {}
        }

        deinit {
            for waiter in feed.state.withLock({ $0.close() }) { waiter.continuation.resume(returning: nil) }
        }
    }

    /// The end at which loops take elements out. It ends the observation when it dies or when the last loop has left.
    final class Outlet: Sendable {

        let feed: Feed
        let receiver = Receiver()

        init(_ feed: Feed) { self.feed = feed }

        fileprivate func leave(_ loop: LoopID) {
            var rest = Line<Element>()
            let (waiters, isLast) = feed.state.withLock { $0.leave(loop, rest: &rest) }
            for waiter in waiters { waiter.continuation.resume(returning: nil) }
            if isLast { receiver.endObservations() }
        }
    }

    /// One asynchronous loop.
    final class Loop {

        private var outlet: Outlet
        private let id: LoopID

        /// What was taken out at once, to be returned one by one. Only a loop that nobody shares the outlet with takes so
        /// much, now or ever. Otherwise, what one loop leaves behind would be lost to the others.
        private var batch = Line<Element>()

        init(_ outlet: Outlet) {
            self.outlet = outlet
            id = outlet.feed.state.withLock { $0.enter() }
        }

        deinit { outlet.leave(id) }

        /// Whether all loops left before the observation ended.
        var wasLeft: Bool { outlet.feed.state.withLock { $0.wasLeft } }

        /// The next element, or `nil` if there will be none for this loop or the task is cancelled.
        func next(isolation: isolated (any Actor)?) async -> Element? {
            guard Task.isCancelled else { return await nextOrCancelled(isolation: isolation) }
            outlet.leave(id)
            batch = Line()
            return nil
        }

        /// The next element, or `nil` if there will be none for this loop or the task is cancelled before there is one.
        func nextOrCancelled(isolation: isolated (any Actor)?) async -> Element? {
            if batch.count > 0 { return batch.removeFirst() }
            let isAlone = isKnownUniquelyReferenced(&outlet)
            switch outlet.feed.state.withLock({ $0.take(id, isAlone, &batch) }) {
            case .element(let element): return element
            case .batch: return batch.removeFirst()
            case .end: return nil
            case .nothingYet: return await wait(isolation: isolation)
            }
        }

        private func wait(isolation: isolated (any Actor)?) async -> Element? {
            await withTaskCancellationHandler {
                await withUnsafeContinuation(isolation: isolation) { continuation in
                    let waiter = Waiter(loop: id, continuation: continuation)
                    switch outlet.feed.state.withLock({ $0.wait(waiter) }) {
                    case .element(let element): continuation.resume(returning: element)
                    case .end: continuation.resume(returning: nil)
                    case .batch, .nothingYet: break
                    }
                }
            } onCancel: { [outlet, id] in
                outlet.leave(id)
            }
        }
    }
}

/// How many elements a feed holds when nobody takes them.
enum FeedLimit: Sendable {
    case none
    case newest(Int)
    case oldest(Int)
}

/// Everything that is guarded by the lock of a feed, and all decisions about it.
struct FeedState<Element: Sendable>: ~Copyable {

    private let limit: FeedLimit
    private(set) var dropped = 0

    private var line = Line<Element>()
    private var waiters: [Waiter<Element>] = []

    /// Whether no element will come in any more.
    private var isClosed = false

    /// Whether it's closed because the last loop has left, and not because the observation has ended.
    private(set) var wasLeft = false

    private var loops: [LoopID] = []
    private var latestLoop = 0

    init(limit: FeedLimit) { self.limit = limit }

    /// Takes an element in. Returns who waits for it or, if it goes in line, which element was dropped.
    mutating func push(_ element: Element) -> (waiter: Waiter<Element>?, dropped: Element?) {
        if isClosed { return (nil, nil) }
        if !waiters.isEmpty { return (waiters.removeFirst(), nil) }
        var droppedElement: Element?
        switch limit {
        case .oldest(let count) where line.count == count:
            dropped += 1
            return (nil, nil)
        case .newest(let count) where line.count == count:
            dropped += 1
            droppedElement = line.removeFirst()
        default: break
        }
        line.append(element)
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
    /// feed is closed and all that is in line is the caller's.
    mutating func leave(_ loop: LoopID, rest: inout Line<Element>) -> (waiters: [Waiter<Element>], isLast: Bool) {
        guard let index = loops.firstIndex(of: loop) else { return ([], false) }
        loops.remove(at: index)
        let waiters = takeWaiters { $0.loop == loop }
        guard loops.isEmpty else { return (waiters, false) }
        wasLeft = !isClosed
        isClosed = true
        swap(&line, &rest)
        return (waiters, true)
    }

    enum Taken {
        case element(Element)
        case batch
        case end
        case nothingYet
    }

    /// Takes out one element or, if the loop is alone with an unlimited feed, all there are.
    mutating func take(_ loop: LoopID, _ isAlone: Bool, _ batch: inout Line<Element>) -> Taken {
        guard loops.contains(loop) else { return .end }
        guard line.count > 0 else { return isClosed ? .end : .nothingYet }
        guard isAlone, case .none = limit else { return .element(line.removeFirst()) }
        swap(&line, &batch)
        return .batch
    }

    /// Takes out one element or, if there is none, remembers who waits for it.
    mutating func wait(_ waiter: Waiter<Element>) -> Taken {
        guard loops.contains(waiter.loop) else { return .end }
        if line.count > 0 { return .element(line.removeFirst()) }
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
