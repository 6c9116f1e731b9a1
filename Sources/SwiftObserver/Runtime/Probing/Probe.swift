import Synchronization

/// What is known and measured of one observation while watching is on. In place, it also counts the calls of the handler.
///
/// `@unchecked Sendable` because what isn't atomic is guarded by the lock of the office or, where that is said, of the log.
final class Probe: @unchecked Sendable {

    /// Where the observation began, unless that was before watching was turned on, or in this library.
    let startPoint: StartPoint?

    /// Who observes, if the observation is being watched since it began.
    let observerType: Any.Type?

    /// Identifies the observation among all that were ever watched. It counts up with each of them, so that marks can be set
    /// between starts.
    let id = Watching.nextNumber()

    /// Whether the observation is being watched since it began.
    let isNew: Bool

    /// Whether the guest has noted the start. Guarded by its lock.
    var isStartNoted = false

    /// Whether a watcher started the observation, so that it's not told of it.
    let isOfWatcher: Bool

    /// How many messages had been sent when the observation started, if it's being watched since then.
    var sentBefore: Int?

    /// How many messages were sent to this observation only.
    var addressed = 0

    /// How often the handler was called, plus how often it returned. So it's odd while the handler runs.
    ///
    /// Only one thread at a time calls the handler, so it need not add atomically. It's relaxed because nothing depends on it
    /// but what someone reads. On AArch64, that's a plain `ldr` and `str`.
    private let steps = Atomic(0)

    /// - Parameter isNew: Whether the observation is about to start.
    init(_ startPoint: StartPoint?, by observer: Any.Type? = nil, isNew: Bool) {
        self.startPoint = startPoint
        observerType = observer
        self.isNew = isNew
        isOfWatcher = isNew && WatcherCall.isUnderWay
    }

    /// Where on the stack of its thread the handler was called. Of several that run on one thread, the one with the smallest
    /// address was called by the others. Relaxed for the same reason.
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

    /// Where on the stack of its thread the latest call was made.
    var latestFrame: UInt { frame.load(ordering: .relaxed) }

    /// How often the handler was called, and whether it's running.
    var calls: (count: Int, isRunning: Bool) {
        let steps = steps.load(ordering: .relaxed)
        return ((steps + 1) / 2, steps % 2 == 1)
    }
}
