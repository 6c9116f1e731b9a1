#if Relay

    import Locked
    import Synchronization

    /// Stops or wakes a thread that waits for a socket.
    final class Stopper: Sendable {

        let pipe = WakePipe()
        private let stopped = Atomic(false)
        private let duty = Locked<StoredCall?>(nil)

        /// `true` if the thread should stop.
        ///
        /// This pairs with `stop`, and orders nothing else: the state that the thread needs is
        /// under locks.
        var isStopped: Bool { stopped.load(ordering: .acquiring) }

        /// Blocks the thread for this duration, or until it should stop.
        func pause(for duration: Duration) {
            let end = ContinuousClock.now + duration
            while !isStopped, ContinuousClock.now < end {
                pipe.wait(atMost: stretch(of: ContinuousClock.now.duration(to: end)))
                pipe.drain()
                lookAround()
            }
        }

        /// Makes the thread call a closure ten times a second during pauses and waits for the
        /// server.
        func whileWaiting(_ duty: @escaping @Sendable () -> Void) { self.duty.withLock { $0 = StoredCall(run: duty) } }

        /// The part of a wait after which the thread calls the closure.
        func stretch(of duration: Duration) -> Duration {
            duty.withLock { $0 == nil } ? duration : min(duration, .milliseconds(100))
        }

        /// Calls the closure for waits.
        func lookAround() { if !isStopped { duty.withLock { $0 }?.run() } }

        /// Stops the thread, now or as soon as it begins to wait.
        func stop() {
            stopped.store(true, ordering: .releasing)
            pipe.signal()
        }
    }
#endif
