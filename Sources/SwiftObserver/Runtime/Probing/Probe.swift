import Synchronization

/// The data about one observation that is collected while watching is on.
///
/// In place, it also counts the calls of the handler.
///
/// `@unchecked Sendable` because everything that isn't atomic is guarded by the lock of the office
/// or, where noted, of the log.
final class Probe: @unchecked Sendable {

    /// The place in the program where the observation began.
    ///
    /// It's `nil` if that was before watching was turned on, or in this library.
    let startPoint: StartPoint?

    /// The type of the observer, if the observation has been watched since it began.
    let observerType: Any.Type?

    /// Identifies the observation among all observations that were ever watched.
    ///
    /// It increases with each of them, so that marks can be set between starts.
    let id = Watching.nextNumber()

    /// `true` if the observation has been watched since it began.
    let isNew: Bool

    /// `true` if the guest has noted the start. Guarded by the lock of the guest.
    var isStartNoted = false

    /// `true` if a watcher started the observation, so that the watcher isn't notified of it.
    let isOfWatcher: Bool

    /// The number of messages sent before the observation started, if it's watched since then.
    var sentBefore: Int?

    /// The number of messages that were sent to this observation only.
    var addressed = 0

    /// The number of calls of the handler plus the number of its returns, so odd while it runs.
    ///
    /// Only one thread at a time calls the handler, so the addition need not be atomic. It's
    /// relaxed because nothing but an inspection depends on it. On AArch64, that's a plain `ldr`
    /// and `str`.
    private let steps = Atomic(0)

    /// - Parameter isNew: Whether the observation starts next.
    init(_ startPoint: StartPoint?, by observer: Any.Type? = nil, isNew: Bool) {
        self.startPoint = startPoint
        observerType = observer
        self.isNew = isNew
        isOfWatcher = isNew && WatcherCall.isUnderWay
    }

    /// The place on the stack of its thread where the handler was called.
    ///
    /// If several handlers run on one thread, the others called the one with the smallest address.
    /// It's relaxed for the same reason.
    private let frame = Atomic<UInt>(0)

    @inline(__always)
    func beginCall() {
        var place: UInt8 = 0
        frame.store(withUnsafeMutablePointer(to: &place) { UInt(bitPattern: $0) }, ordering: .relaxed)
        step()
    }

    @inline(__always)
    func endCall() { step() }

    @inline(__always)
    private func step() { steps.store(steps.load(ordering: .relaxed) &+ 1, ordering: .relaxed) }

    /// The place of the latest call on the stack of its thread.
    var latestFrame: UInt { frame.load(ordering: .relaxed) }

    /// The number of calls of the handler, and whether it's running.
    var calls: (count: Int, isRunning: Bool) {
        let steps = steps.load(ordering: .relaxed)
        return ((steps + 1) / 2, steps % 2 == 1)
    }
}
