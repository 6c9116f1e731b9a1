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

            /// How many publications use this.
            var userCount = 0

            /// Whether a thread runs the blocks. There's none before the first publication, and after the last one.
            var hasThread = false

            /// Whether nothing runs here any more.
            var hasStopped = false

            /// Adds a block, and tells whether the thread must be woken.
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

        /// Adds a publication that uses this. The first one starts the thread, which keeps this alive.
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

        /// Removes a publication that used this. After the last one, the thread ends when all is confirmed.
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

        /// Happens when the outbox was stopped and its thread has ended.
        let hasEnded = Event()

        /// Lets the thread end, whatever was not sent.
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

        /// Whether it ends, or has ended.
        var isStopped: Bool { stopper.isStopped }

        /// Lets the thread call a closure ten times a second while the server keeps it waiting.
        func whileWaiting(_ duty: @escaping @Sendable () -> Void) { stopper.whileWaiting(duty) }

        // MARK: - Be a place

        /// What waits on a place keeps the place alive. So blocks must run also after the end, when handlers do nothing but count.
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

        /// Lets go of the connection and the thread if nothing is published. The sender keeps its numbers for the next thread.
        private func retire() -> Bool {
            let isUnused = blocks.withLock { $0.userCount == 0 }
            guard isUnused else { return false }
            sender.end()
            return blocks.withLock { blocks in
                // If it was stopped meanwhile, the thread has to tell the end.
                if blocks.userCount > 0 || !blocks.waiting.isEmpty || stopper.isStopped { return false }
                blocks.hasThread = false
                return true
            }
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
                // If the last publication was removed meanwhile, the thread must end and not sleep.
                blocks.isIdle = blocks.waiting.isEmpty && blocks.userCount > 0
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

        /// Publishes what waits of some publications, and then all last positions. Without a thread, there's nothing to publish.
        ///
        /// - Parameter end: Is released when all of that is confirmed, or the outbox has ended.
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

        /// Idles or reconnects. For simulations, in which no thread runs this.
        func rest() { _ = sender.rest() }
    }
#endif
