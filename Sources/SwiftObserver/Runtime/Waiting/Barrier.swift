/// One wait until markers in several places are reached.
///
/// It doesn't wait for what follows a marker, unless `passOn` adds that.
final class Barrier: Awaited, Sendable {

    /// No other lock is taken while this one is held.
    private let state = Protected(State())

    /// The markers that aren't reached, and the waiter.
    ///
    /// INVARIANTS
    /// - A marker stays here until it's reached and has passed on. So there's always a marker as
    ///   long as there's something to wait for.
    /// - `resume` is taken once: by the thread that finds no marker left, or by the thread that
    ///   gives up.
    /// - When the wait was given up, no marker is added.
    private struct State {

        /// The markers that aren't reached, by numbers that count up.
        var markers: [Int: Marker] = [:]
        var latestNumber = 0

        /// Resumes the waiter. It's here from the beginning of the wait until then.
        var resume: (@Sendable () -> Void)?

        /// The places of the remaining markers when the wait was given up.
        var placesLeft: [any MarkedPlace]?

        var sortedMarkers: [Marker] { markers.sorted { $0.key < $1.key }.map(\.value) }

        /// Takes out `resume` if everything is reached.
        mutating func takeResumeIfReached() -> (@Sendable () -> Void)? { markers.isEmpty ? resume.take() : nil }
    }

    /// Adds a place to wait for.
    ///
    /// - Parameter passOn: Is called when the marker is reached, to add places that follow this
    ///   one. It isn't called if the wait was given up before.
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
        // A thread that gave up before this hasn't found the marker in its place.
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

    /// `true` if there's nothing to wait for.
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

    /// The places of the markers that aren't reached.
    var places: [any MarkedPlace] { state.withLock { $0.sortedMarkers.map(\.place) } }

    /// The unfinished observations at markers that weren't reached when the wait was given up.
    var left: [Unfinished] { (state.withLock { $0.placesLeft } ?? []).flatMap(\.unfinished) }
}
