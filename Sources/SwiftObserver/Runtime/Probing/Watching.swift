import Synchronization

/// The switch for watching, and the count of observations that have begun since.
enum Watching {

    /// `true` if watching is on.
    ///
    /// It's relaxed, because a thread that turns it on or off then visits all observations, under
    /// the locks under which they start. An observation that starts before the visit is found. One
    /// that starts after the visit reads the new value. On AArch64, that's a plain `ldrb` and
    /// `strb`.
    private static let state = Atomic(false)

    /// Counts the watched observations. It's relaxed because it's only compared.
    ///
    /// On AArch64, that's `ldadd`.
    private static let starts = Atomic(0)

    static var isOn: Bool {
        @inline(__always)
        get { state.load(ordering: .relaxed) }
    }

    static func turn(on isOn: Bool) { state.store(isOn, ordering: .relaxed) }

    /// The number of the latest watched observation.
    static var latestNumber: Int { starts.load(ordering: .relaxed) }

    /// A number for the next observation.
    static func nextNumber() -> Int { starts.wrappingAdd(1, ordering: .relaxed).newValue }
}

/// `true` if the calling thread is calling a watcher.
///
/// No watcher is notified of what a watcher does itself.
enum WatcherCall {

    static var isUnderWay: Bool {
        get { word.value != 0 }
        set { word.value = newValue ? 1 : 0 }
    }

    private static let word = ThreadLocalWord()
}
