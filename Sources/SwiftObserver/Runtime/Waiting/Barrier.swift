/// One wait until markers in several places are reached. What is behind a marker isn't waited for,
/// unless `passOn` adds it.
final class Barrier: Awaited, Sendable {

    /// No other lock is taken while this one is held.
    private let state = Protected(State())

    /// INVARIANTS
    /// - A marker stays here until it's reached and has passed on. So there's always one as long as something is to be waited for.
    /// - `resume` is taken once: by whoever finds no marker left, or by whoever gives up.
    /// - When the wait was given up, no marker is added.
    private struct State {

        /// The markers that are not reached, by numbers that count up.
        var markers: [Int: Marker] = [:]
        var latestNumber = 0

        /// Lets whoever waits go on. It's there from the beginning of the wait until that.
        var resume: (@Sendable () -> Void)?

        /// Where markers stood when the wait was given up.
        var placesLeft: [any MarkedPlace]?

        var sortedMarkers: [Marker] { markers.sorted { $0.key < $1.key }.map(\.value) }

        /// Lets whoever waits go on if everything is reached.
        mutating func takeResumeIfReached() -> (@Sendable () -> Void)? { markers.isEmpty ? resume.take() : nil }
    }

    /// Waits for one place more.
    ///
    /// - Parameter passOn: Is called when the marker is reached, to wait for other places behind this one. Not if the wait was
    ///   given up before.
    func wait(for place: any MarkedPlace, thenPassOn passOn: (@Sendable (Barrier) -> Void)? = nil) {
        let marker = state.withLock { state -> Marker? in
            if state.placesLeft != nil { return nil }
            state.latestNumber += 1
            let number = state.latestNumber
            let marker = Marker(at: place) { [self] in reach(number, passOn) }
            state.markers[number] = marker
            return marker
        }
        guard let marker else { return }
        if !place.add(marker) { return marker.reach() }
        // Who gave up before that has not found the marker.
        if isGivenUp { place.remove(marker) }
    }

    private func reach(_ number: Int, _ passOn: (@Sendable (Barrier) -> Void)?) {
        if let passOn, !isGivenUp { passOn(self) }
        let (removed, resume) = state.withLock { state in
            (state.markers.removeValue(forKey: number), state.takeResumeIfReached())
        }
        resume?()
        withExtendedLifetime(removed) {}
    }

    private var isGivenUp: Bool { state.withLock { $0.placesLeft != nil } }

    // MARK: - Wait

    /// Whether there's nothing to wait for.
    var isReached: Bool { state.withLock { $0.markers.isEmpty } }

    func begin(_ resume: @escaping @Sendable () -> Void) {
        let resume = state.withLock { state in
            state.resume = resume
            return state.takeResumeIfReached()
        }
        resume?()
    }

    func giveUp() -> Bool {
        let markers = state.withLock { state -> [Marker]? in
            if state.resume == nil { return nil }
            let markers = state.sortedMarkers
            state.resume = nil
            state.markers = [:]
            state.placesLeft = markers.map(\.place)
            return markers
        }
        for marker in markers ?? [] { marker.place.remove(marker) }
        return markers != nil
    }

    // MARK: - Look

    /// Where markers stand that are not reached.
    var places: [any MarkedPlace] { state.withLock { $0.sortedMarkers.map(\.place) } }

    /// What is still unfinished where markers were not reached when the wait was given up.
    var left: [Unfinished] { (state.withLock { $0.placesLeft } ?? []).flatMap(\.unfinished) }
}
