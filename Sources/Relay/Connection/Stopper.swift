#if Relay

    import Synchronization

    /// Lets a thread stop that waits for a socket, or wakes it.
    final class Stopper: Sendable {

        let pipe = WakePipe()
        private let stopped = Atomic(false)

        /// Whether the thread shall stop. Pairs with `stop`, and orders nothing else: what the thread needs to know is behind locks.
        var isStopped: Bool { stopped.load(ordering: .acquiring) }

        /// Lets the thread pause for so long, or until it shall stop.
        func pause(for duration: Duration) {
            let end = ContinuousClock.now + duration
            while !isStopped, ContinuousClock.now < end {
                pipe.wait(atMost: ContinuousClock.now.duration(to: end))
                pipe.drain()
            }
        }

        /// Lets the thread stop, now or as soon as it begins to wait.
        func stop() {
            stopped.store(true, ordering: .releasing)
            pipe.signal()
        }
    }
#endif
