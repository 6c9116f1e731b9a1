#if Relay

    import Dispatch
    import Locked
    import SwiftObserver

    /// Brings messages to the server, on a thread of its own.
    ///
    /// What is to be published is observed with this as the place. So messages wait in front of their handlers, in the limits that were set for that, and the thread takes
    /// them from there. A handler adds its message to a batch. If that's full, or nothing else waits, it's sent. Meanwhile, the next one is made, and sent when the server has
    /// confirmed the one before. So batches are as large as the server is slow, and no more than two are in memory.
    ///
    /// **Mutable state:** The blocks that wait are behind a lock. All else belongs to the thread.
    final class Outbox: DeliveryPlace, @unchecked Sendable {

        private let stopper = Stopper()
        private let pauses: ClosedRange<Duration>
        private let sender: BatchSender

        private let blocks = Locked(Blocks())

        private struct Blocks {
            var waiting: [@Sendable () -> Void] = []

            /// Whether the thread sleeps, and must be woken.
            var isIdle = false

            /// Whether nothing runs here any more.
            var hasStopped = false
        }

        init(_ network: any Network, _ publisher: RelayPublisher, _ problems: ProblemLine) {
            pauses = network.pauses
            sender = BatchSender(network, publisher, problems, stopper)
        }

        /// Begins. The thread keeps this alive until it's stopped.
        func start() {
            startThread(named: "relay-outbox", stopper, pauses) { [self] in
                run()
            } delay: { reason in
                sender.lose(.lost(reason))
            }
        }

        /// Happens when the thread has ended.
        let hasEnded = Event()

        /// Lets the thread end, whatever was not sent. If it has never begun, there's none to run blocks.
        func stop(hasStarted: Bool) {
            stopper.stop()
            if !hasStarted { blocks.withLock { $0.hasStopped = true } }
        }

        /// Whether it ends, or has ended.
        var isStopped: Bool { stopper.isStopped }

        /// Lets the thread call a closure ten times a second while the server keeps it waiting.
        func whileWaiting(_ duty: @escaping @Sendable () -> Void) { stopper.whileWaiting(duty) }

        // MARK: - Be a place

        /// What waits on a place keeps the place alive. So blocks must run also after the end, when handlers do nothing but count.
        func enqueue(_ block: @escaping @Sendable () -> Void) {
            let (mustWake, hasStopped) = blocks.withLock { blocks in
                if blocks.hasStopped { return (false, true) }
                blocks.waiting.append(block)
                defer { blocks.isIdle = false }
                return (blocks.isIdle, false)
            }
            if mustWake { stopper.pipe.signal() }
            if hasStopped { DispatchQueue.global().async(execute: block) }
        }

        private func run() {
            while !stopper.isStopped {
                if !step() { sleep() }
            }
            sender.end()
            blocks.withLock { $0.hasStopped = true }
            for block in takeBlocks() { block() }
            hasEnded.fire()
        }

        /// Runs the blocks that wait, and sends. Returns `false` if nothing is left to do.
        func step() -> Bool {
            let next = takeBlocks()
            for block in next { block() }
            if sender.isSending, next.isEmpty || sender.hasAnswer { sender.settle() }
            sender.send()
            return !next.isEmpty || sender.isSending
        }

        private func takeBlocks() -> [@Sendable () -> Void] {
            blocks.withLock { blocks in
                let waiting = blocks.waiting
                blocks.waiting = []
                return waiting
            }
        }

        private func sleep() {
            let mayBeIdle = blocks.withLock { blocks in
                blocks.isIdle = blocks.waiting.isEmpty
                return blocks.isIdle
            }
            guard mayBeIdle else { return }
            // A signal may have been taken back together with that of the stop.
            if stopper.isStopped { return }
            if !sender.rest() { stopper.pipe.wait(atMost: .seconds(3600)) }
            stopper.pipe.drain()
            blocks.withLock { $0.isIdle = false }
        }

        // MARK: - For blocks in this place

        /// Adds a message to the next batch.
        func add(_ bytes: [UInt8], _ headers: [HeaderField], to writer: StreamWriter) {
            sender.add(bytes, headers, to: writer)
        }

        /// Sends the next batch if it's full.
        func sendIfFull() { sender.sendIfFull() }

        /// Publishes a writer's last position and removes the writer.
        func finish(_ writer: StreamWriter) { if !stopper.isStopped { sender.finish(writer) } }

        /// Finishes all writers.
        func finishAll() { sender.finishAll() }

        /// Idles or reconnects. For simulations, in which no thread runs this.
        func rest() { _ = sender.rest() }
    }
#endif
