#if Relay

    import Dispatch
    import Locked
    import SwiftObserver

    /// Publishes messages to the server, on its own thread.
    ///
    /// It's the place of the observations of published observables. So messages wait for their
    /// handlers within the limits of these observations, and the thread dequeues them. A handler
    /// adds its message to a batch. The batch is sent when it's full, or when no other message
    /// waits. Meanwhile, handlers fill the next batch, which is sent when the server has confirmed
    /// the one before. So batches are as large as the server is slow, and no more than two are in
    /// memory.
    ///
    /// **Mutable state:** The pending blocks are under a lock. All other state belongs to the
    /// thread.
    final class Outbox: DeliveryPlace, @unchecked Sendable {

        private let stopper = Stopper()
        private let pauses: ClosedRange<Duration>
        private let sender: BatchSender

        private let blocks = Locked(Blocks())

        private struct Blocks {
            var waiting: [@Sendable () -> Void] = []

            /// `true` if the thread sleeps, and must be woken.
            var isIdle = false

            /// The number of publications that use this.
            var userCount = 0

            /// `true` if a thread runs the blocks.
            ///
            /// There's no thread before the first publication, and after the last one.
            var hasThread = false

            /// `true` if nothing runs here again.
            var hasStopped = false

            /// Adds a block, and returns whether the thread must be woken.
            mutating func append(_ block: @escaping @Sendable () -> Void) -> Bool {
                waiting.append(block)
                defer { isIdle = false }
                return isIdle
            }
        }

        init(_ network: any Network, _ fence: Fence, _ problems: ProblemLine) {
            pauses = network.pauses
            sender = BatchSender(network, fence, problems, stopper)
        }

        /// Adds a publication that uses this. The first one starts the thread, which keeps this
        /// alive.
        func retain() {
            let mustStart = blocks.withLock { blocks in
                blocks.userCount += 1
                if blocks.hasThread || blocks.hasStopped { return false }
                blocks.hasThread = true
                return true
            }
            guard mustStart else { return }
            startThread(named: "relay-outbox", stopper, pauses) { [self] in
                run()
            } delay: { reason in
                sender.lose(.lost(reason))
            }
        }

        /// Removes a publication that used this.
        ///
        /// After the last one, the thread ends when all messages are confirmed.
        func release() {
            let mustWake = blocks.withLock { blocks in
                blocks.userCount -= 1
                defer { blocks.isIdle = false }
                return blocks.isIdle
            }
            if mustWake { stopper.pipe.signal() }
        }

        /// `true` from the first publication until the last one is gone and all is confirmed.
        var hasThread: Bool { blocks.withLock { $0.hasThread } }

        /// Fires when the outbox was stopped and its thread has ended.
        let hasEnded = Event()

        /// Ends the thread, even if messages were not sent.
        func stop() {
            stopper.stop()
            let hasThread = blocks.withLock { blocks in
                if !blocks.hasThread { blocks.hasStopped = true }
                return blocks.hasThread
            }
            if hasThread { return }
            for block in takeBlocks() { block() }
            hasEnded.fire()
        }

        /// `true` if it ends, or has ended.
        var isStopped: Bool { stopper.isStopped }

        /// Makes the thread call a closure ten times a second while it waits for the server.
        func whileWaiting(_ duty: @escaping @Sendable () -> Void) { stopper.whileWaiting(duty) }

        // MARK: - Be a place

        /// Runs a block on the thread.
        ///
        /// Pending blocks keep their place alive. So blocks must also run after the end, when
        /// handlers only count.
        func enqueue(_ block: @escaping @Sendable () -> Void) {
            let (mustWake, hasStopped) = blocks.withLock { blocks in
                blocks.hasStopped ? (false, true) : (blocks.append(block), false)
            }
            if mustWake { stopper.pipe.signal() }
            if hasStopped { DispatchQueue.global().async(execute: block) }
        }

        private func run() {
            while !stopper.isStopped {
                if step() { continue }
                if retire() { return }
                sleep()
            }
            sender.end()
            blocks.withLock { $0.hasStopped = true }
            for block in takeBlocks() { block() }
            hasEnded.fire()
        }

        /// Releases the connection and the thread if nothing is published.
        ///
        /// The sender keeps its numbers for the next thread.
        private func retire() -> Bool {
            let isUnused = blocks.withLock { $0.userCount == 0 }
            guard isUnused else { return false }
            sender.end()
            return blocks.withLock { blocks in
                // If it was stopped meanwhile, the thread has to fire the event.
                if blocks.userCount > 0 || !blocks.waiting.isEmpty || stopper.isStopped { return false }
                blocks.hasThread = false
                return true
            }
        }

        /// Runs the pending blocks, and sends. Returns `false` if nothing is left to do.
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
                // If the last publication was removed meanwhile, the thread must end and not sleep.
                blocks.isIdle = blocks.waiting.isEmpty && blocks.userCount > 0
                return blocks.isIdle
            }
            guard mayBeIdle else { return }
            // The signal of the stop may have been drained together with an earlier one.
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

        /// Publishes the pending messages of some publications, and then all last positions.
        ///
        /// Without a thread, there's nothing to publish.
        ///
        /// - Parameter end: An object that's released when all of that is confirmed, or the outbox
        ///   has ended.
        func flush(_ publications: [Publication], _ end: EventAtEnd) {
            let block = { @Sendable [self] in
                if isStopped { return }
                for publication in publications where !publication.tap.drain(within: .zero).isEmpty {
                    return flush(publications, end)
                }
                for publication in publications { sender.finish(publication.writer) }
                sender.finishAll()
                withExtendedLifetime(end) {}
            }
            let mustWake = blocks.withLock { $0.hasThread && !$0.hasStopped && $0.append(block) }
            if mustWake { stopper.pipe.signal() }
        }

        /// Idles or reconnects, for simulations, in which no thread runs this.
        func rest() { _ = sender.rest() }
    }
#endif
