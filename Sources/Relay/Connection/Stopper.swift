#if Relay

    import Locked
    import Synchronization

    /// Lets a thread stop that waits for a socket, or wakes it.
    final class Stopper: Sendable {

        let pipe = WakePipe()
        private let stopped = Atomic(false)
        private let duty = Locked<StoredCall?>(nil)

        /// Whether the thread shall stop. Pairs with `stop`, and orders nothing else: what the thread needs to know is behind locks.
        var isStopped: Bool { stopped.load(ordering: .acquiring) }

        /// Lets the thread pause for so long, or until it shall stop.
        func pause(for duration: Duration) {
            let end = ContinuousClock.now + duration
            while !isStopped, ContinuousClock.now < end {
                pipe.wait(atMost: stretch(of: ContinuousClock.now.duration(to: end)))
                pipe.drain()
                lookAround()
            }
        }

        /// Lets the thread call a closure ten times a second while it pauses or waits for the server.
        func whileWaiting(_ duty: @escaping @Sendable () -> Void) { self.duty.withLock { $0 = StoredCall(run: duty) } }

        /// The part of a wait after which the thread looks around.
        func stretch(of duration: Duration) -> Duration {
            duty.withLock { $0 == nil } ? duration : min(duration, .milliseconds(100))
        }

        /// Calls the closure that is to be called in waits.
        func lookAround() { if !isStopped { duty.withLock { $0 }?.run() } }

        /// Lets the thread stop, now or as soon as it begins to wait.
        func stop() {
            stopped.store(true, ordering: .releasing)
            pipe.signal()
        }
    }
#endif
