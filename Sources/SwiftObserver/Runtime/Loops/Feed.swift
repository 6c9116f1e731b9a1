/// The elements that an observation receives and asynchronous loops take out.
///
/// The observation retains a ``FeedInlet``. The sequence and its loops retain the ``Outlet``. When
/// either is released, the feed ends for the other side. `FeedState` decides under the lock. When
/// no lock is held, waiting loops are resumed, and dropped elements are released.
final class Feed<Element: Sendable>: Backlog, @unchecked Sendable {

    /// No other lock is taken while this one is held.
    fileprivate let state: Protected<FeedState<Element>>

    /// - Parameter gap: Makes an element that says how many are missing, if loops get such
    ///   elements.
    init(limit: BufferLimit<Element>, gap: (@Sendable (Int) -> Element)?) {
        state = Protected(FeedState(limit: limit, gap: gap))
    }

    /// The number of elements that found no room, or were dropped to make room for others.
    var dropped: Int { state.withLock { $0.dropped } }

    override var count: Int { state.withLock { $0.count } }

    override var progress: Progress { state.withLock { $0.progress } }

    override func want(below limit: Int) { state.withLock { $0.want(below: limit) } }

    override var isCutOff: Bool { state.withLock { $0.isCutOff } }

    override var isFinished: Bool { state.withLock { $0.isFinished } }

    override func add(_ marker: Marker) -> Bool { state.withLock { $0.add(marker) } }

    override func remove(_ marker: Marker) { state.withLock { $0.remove(marker) } }

    /// Reaches the markers for which loops are done with enough elements.
    fileprivate func reachMarkers() {
        for marker in state.withLock({ $0.takeReachedMarkers() }) { marker.reach() }
    }

    // MARK: - Elements come in

    /// Adds an element. The caller may hold locks.
    ///
    /// Returns whether the element exceeded the limit, so that no more elements are accepted.
    func push(_ element: Element, _ work: inout DeferredWork) -> Bool {
        let (pushed, hasMarkers) = state.withLock { state in (state.push(element), state.hasMarkers) }
        switch pushed {
        case .taken(let waiter): waiter.resumeLater(returning: element, &work)
        case .kept: break
        case .evicted(let evicted):
            work.release(holding: evicted)
            if hasMarkers { work.perform(self) }
        case .cutOff: return true
        }
        return false
    }

    /// Reaches the markers that waited for a dropped or merged element.
    override func performDeferredTask() { reachMarkers() }

    /// Accepts no more elements.
    func close() { for waiter in state.withLock({ $0.close() }) { waiter.resume(returning: nil) } }

    // MARK: - Elements go out

    /// The end at which loops take elements out.
    ///
    /// It ends the observation when it's deallocated or when the last loop has left.
    final class Outlet: Sendable {

        let feed: Feed

        /// Ends the observation. The receiver that the closure retains is released with this
        /// outlet.
        private let endObservation: @Sendable () -> Void

        /// Resumes the waiters that have room.
        private let makeRoomForSenders: @Sendable () -> Void

        /// - Parameter endObservation: Must be all that retains the receiver of the observation, so
        ///   that this outlet ends it when it's deallocated.
        init(
            _ feed: Feed, makingRoom makeRoom: @escaping @Sendable () -> Void,
            endingObservation endObservation: @escaping @Sendable () -> Void
        ) {
            self.feed = feed
            makeRoomForSenders = makeRoom
            self.endObservation = endObservation
        }

        /// Ends the waits for elements that no loop will ever take out.
        deinit {
            var rest = SegmentedQueue<Element>()
            let markers = feed.state.withLock { state in
                state.takeAll(into: &rest)
                return state.takeReachedMarkers()
            }
            for marker in markers { marker.reach() }
        }

        fileprivate func leave(_ loop: LoopID) {
            var rest = SegmentedQueue<Element>()
            let (waiters, isLast, markers) = feed.state.withLock { state in
                let (waiters, isLast) = state.leave(loop, rest: &rest)
                return (waiters, isLast, state.takeReachedMarkers())
            }
            for waiter in waiters { waiter.resume(returning: nil) }
            for marker in markers { marker.reach() }
            if isLast { endObservation() }
        }

        /// Resumes the waiters that have room, and reaches markers.
        fileprivate func makeRoom() {
            makeRoomForSenders()
            feed.reachMarkers()
        }
    }

    /// One asynchronous loop.
    final class Loop {

        private var outlet: Outlet
        private let id: LoopID

        /// Elements that were taken out at once, to be returned one by one.
        ///
        /// Only a loop that shares the outlet with no other loop, now or ever, takes several.
        /// Otherwise, elements that one loop leaves would be lost to the others.
        private var batch = SegmentedQueue<Element>()

        init(_ outlet: Outlet) {
            self.outlet = outlet
            id = outlet.feed.state.withLock { $0.enter() }
        }

        deinit {
            outlet.leave(id)
            dropBatch()
        }

        /// `true` if all loops left before the observation ended.
        var wasLeft: Bool { outlet.feed.state.withLock { $0.wasLeft } }

        /// Returns the next element.
        ///
        /// It's `nil` if there will be none for this loop, or the task is cancelled.
        func next(isolation: isolated (any Actor)?) async -> Element? {
            guard Task.isCancelled else { return await nextOrCancelled(isolation: isolation) }
            outlet.leave(id)
            dropBatch()
            return nil
        }

        /// Returns the next element.
        ///
        /// It's `nil` if there will be none for this loop, or the task is cancelled before there is
        /// one.
        func nextOrCancelled(isolation: isolated (any Actor)?) async -> Element? {
            if batch.count > 0 { return takeFromBatch() }
            let isAlone = isKnownUniquelyReferenced(&outlet)
            let (taken, makesRoom) = outlet.feed.state.withLock { ($0.take(id, isAlone, &batch), $0.isProgressWanted) }
            if makesRoom { outlet.makeRoom() }
            switch taken {
            case .element(let element): return element
            case .batch: return batch.removeFirst()
            case .end: return nil
            case .nothingYet: return await wait(isolation: isolation)
            }
        }

        /// Drops the rest of the batch, which the loop no longer asks for.
        private func dropBatch() {
            if batch.count == 0 { return }
            begin(batch.count)
            batch = SegmentedQueue()
        }

        private func takeFromBatch() -> Element {
            let element = batch.removeFirst()
            begin(1)
            return element
        }

        private func begin(_ count: Int) {
            if outlet.feed.state.constant({ $0.pointee.steps.begin(count) }) { outlet.makeRoom() }
        }

        private func wait(isolation: isolated (any Actor)?) async -> Element? {
            let outlet = outlet, id = id
            return await withTaskCancellationHandler {
                await withUnsafeContinuation(isolation: isolation) { continuation in
                    let waiter = Waiter(loop: id, continuation: continuation)
                    let (taken, makesRoom) = outlet.feed.state.withLock { ($0.wait(waiter), $0.isProgressWanted) }
                    if makesRoom { outlet.makeRoom() }
                    switch taken {
                    case .element(let element): waiter.resume(returning: element)
                    case .end: waiter.resume(returning: nil)
                    case .batch, .nothingYet: break
                    }
                }
            } onCancel: {
                outlet.leave(id)
            }
        }
    }
}
