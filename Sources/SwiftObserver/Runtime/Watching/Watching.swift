import Synchronization

/// Whether watching is on.
enum Watching {

    /// It's relaxed where it decides nothing but whether to look closer: who turns it on looks at all observations after
    /// that, each under the lock under which it starts, and so does who turns it off.
    private static let state = Atomic(false)

    static var isOn: Bool {
        @inline(__always)
        get { state.load(ordering: .relaxed) }
    }

    static func turn(on isOn: Bool) { state.store(isOn, ordering: .sequentiallyConsistent) }
}
