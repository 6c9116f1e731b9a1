import Synchronization

/// Whether watching is on, and how many observations have begun since.
enum Watching {

    /// It's relaxed, because whoever turns it on or off then looks at all observations, under the locks under which they start:
    /// an observation that starts before that is found, and one that starts after that reads the new value. On AArch64, that's a
    /// plain `ldrb` and `strb`.
    private static let state = Atomic(false)

    /// Counts the observations that are watched. It's relaxed because it's only compared. On AArch64, that's `ldadd`.
    private static let starts = Atomic(0)

    static var isOn: Bool {
        @inline(__always)
        get { state.load(ordering: .relaxed) }
    }

    static func turn(on isOn: Bool) { state.store(isOn, ordering: .relaxed) }

    /// The number of the latest observation that is watched.
    static var latestNumber: Int { starts.load(ordering: .relaxed) }

    /// A number for the next observation.
    static func nextNumber() -> Int { starts.wrappingAdd(1, ordering: .relaxed).newValue }
}

/// Whether the calling thread is just calling a watcher. What that does itself isn't told to any.
enum WatcherCall {

    static var isUnderWay: Bool {
        get { word.value != 0 }
        set { word.value = newValue ? 1 : 0 }
    }

    private static let word = ThreadLocalWord()
}
