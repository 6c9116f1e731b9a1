#if Relay

    import Locked
    import SwiftObserver

    /// Reads a stream on a thread of its own, from which it's passed on in place.
    ///
    /// So a handler that takes its time slows nobody but itself: the thread reads on when it's done, and what isn't read stays in the server.
    ///
    /// **Mutable state:** All of it belongs to the thread, but for what is behind a lock.
    final class StreamReader: @unchecked Sendable {

        private let network: any Network
        private let stream: String
        private let start: RelayStart
        private let room: Int
        private let client: any StreamClient
        private let problems: ProblemLine

        private let stopper = Stopper()

        /// Happens when the thread has ended.
        let hasEnded = Event()

        /// The id of the entry that was read last, once it's known where to begin.
        private var position: RelayID?

        private var link: (any Link)?
        private var entries: EntryReader
        private var attempts: Attempts
        private var isDisconnected = false

        /// Asks how far it's behind the end of the stream.
        private var meter: LagMeter

        /// What other threads may know.
        private let progress = Locked(ReadingProgress())

        /// How many entries are read at once, so that they need neither much memory nor many answers.
        private var countAtOnce = 16

        private static let bytesAtOnce = 1 << 20

        init(
            _ network: any Network, _ stream: String, from start: RelayStart, room: Int, countsMessages: Bool = true,
            asksForEnd: Bool = false, client: any StreamClient, _ problems: ProblemLine
        ) {
            let problems = ProblemLine(ofSubscription: stream, in: problems)
            self.network = network
            self.stream = stream
            self.start = start
            self.room = room
            self.client = client
            self.problems = problems
            entries = EntryReader(stream, countsMessages: countsMessages, client, problems)
            meter = LagMeter(of: stream, isOn: asksForEnd)
            attempts = Attempts(network.pauses)
        }

        /// Begins. The thread keeps this alive until it's stopped.
        func run() {
            startThread(named: "relay-\(stream)", stopper, network.pauses) { [self] in
                readAll()
            } delay: { reason in
                isDisconnected = true
                problems.tell(.disconnected(.subscription(stream: stream), reason: reason))
            }
        }

        /// Lets the thread end behind the message that it's just passing on.
        func stop() { stopper.stop() }

        private func readAll() {
            while step() {}
            link = nil
            progress.withLock { $0.hasEnded = true }
            client.end()
            hasEnded.fire()
        }

        /// Connects, or reads once. Returns `false` when the reader has stopped.
        func step() -> Bool {
            do {
                if let link { try readNext(link) } else { try connect() }
                noteProgress()
            } catch .stopped {
                return false
            } catch .tooMuch {
                link = nil
                countAtOnce = 1
            } catch {
                lose(error)
            }
            return !stopper.isStopped
        }

        // MARK: - Connect

        private func connect() throws(ConnectionFailure) {
            let link = try network.connect(stopper)
            // This also fails if `XREAD` isn't permitted, so no connection is reported that can't read.
            let wantsFirst = position == nil && start == .start
            let first = try link.firstID(of: stream, behind: wantsFirst ? .zero : .max)
            if let position { try noticeLoss(after: position, link) } else { try begin(first, link) }
            try meter.beginToAsk(at: self.position, link)
            self.link = link
            if isDisconnected { problems.tell(.reconnected(.subscription(stream: stream))) }
            isDisconnected = false
            attempts.succeed()
        }

        private func lose(_ failure: ConnectionFailure) {
            link = nil
            let isElsewhere = network.follow(failure.reason)
            if isElsewhere, attempts.mayFollow() { return }
            if !isDisconnected, !stopper.isStopped {
                let reason = isElsewhere ? failure.reason : Refusal(failure.reason).explanation
                problems.tell(.disconnected(.subscription(stream: stream), reason: reason))
            }
            isDisconnected = true
            network.pause(for: attempts.nextPause(), stopper)
        }

        // MARK: - Begin, and begin again

        /// Reads all again if the server has lost its memory, or a part of it.
        private func noticeLoss(after position: RelayID, _ link: any Link) throws(ConnectionFailure) {
            let latest = try link.latestID(of: stream)
            // If the server's clock is slow, it gives ids again that it has given before.
            if latest.map({ $0 < position }) ?? true {
                self.position = .zero
                meter.lag = StreamLag()
                entries.readAgain(upTo: client.readsAnew() ? nil : latest)
            }
            if latest == nil, let entry = client.restoration() { try restore(entry, link) }
        }

        /// Finds out where to read.
        ///
        /// - Parameter first: The id of the stream's first entry, if the stream is read from its start.
        private func begin(_ first: RelayID?, _ link: any Link) throws(ConnectionFailure) {
            let latest = try link.latestID(of: stream)
            let position =
                switch start {
                case .now: latest ?? .zero
                case .start: RelayID.zero
                case .after(let id): id
                }
            if client.wantsLatest, let latest { try readLatest(link, upTo: latest) }
            self.position = position
            entries.begin(at: position, first: first)
            client.begin(at: position)
        }

        /// Reads backwards from the end to the latest message that can be decoded.
        private func readLatest(_ link: any Link, upTo latest: RelayID) throws(ConnectionFailure) {
            var end = latest
            while true {
                var command: [UInt8] = []
                command.append(
                    command: "XREVRANGE", stream, end.description, "-", "COUNT", String(min(16, countAtOnce)))
                try link.write(command)
                do {
                    let found = try link.reply(limit: limit(idAt: 0)).read { answer throws(ConnectionFailure) -> Bool in
                        if let error = answer.error { throw .lost(error) }
                        for index in 0..<answer.count {
                            let (id, fields) = try answer[index].entry
                            if entries.readLatest(fields, at: id) { return true }
                            end = id.predecessor
                        }
                        return answer.count == 0
                    }
                    if found { return }
                } catch .passedOver(let id, let size) {
                    passOver(id, size)
                    end = id.predecessor
                }
            }
        }

        /// Adds an entry to the stream, unless there's one that was published.
        ///
        /// The server rejects an id that isn't above all others. It's random, so that a reader which has read such an entry notices another one if the server loses its data again.
        private func restore(_ entry: (head: String, bytes: [UInt8]), _ link: any Link)
            throws(ConnectionFailure)
        {
            let id = RelayID(milliseconds: 0, number: .random(in: 1...(1 << 32)))
            var command: [UInt8] = []
            command.appendCount(of: 7)
            for word in ["XADD", stream, id.description, "m", entry.head, "d"] { command.append(word: word) }
            command.append(word: entry.bytes)
            try link.write(command)
            _ = try link.reply()
        }

        // MARK: - Read

        private func readNext(_ link: any Link) throws(ConnectionFailure) {
            while !client.hasRoom(below: room) {
                if stopper.isStopped { throw .stopped }
                if try meter.askIfDue(at: position, link) { noteProgress() }
            }
            if meter.lag.isBehind { _ = try meter.askIfDue(at: position, link) }
            let pause = min(network.patience, .seconds(2)), position = position ?? .zero
            var command: [UInt8] = []
            command.append(
                command: "XREAD", "COUNT", String(countAtOnce), "BLOCK", String(max(1, pause.pollMilliseconds)),
                "STREAMS", stream, position.description)
            try link.write(command)
            do {
                // If there's nothing, the stream may have been deleted, and new entries may have lower ids.
                if try !read(link.reply(after: pause, limit: limit(idAt: 1))) {
                    meter.lag.endAnswer(isFull: false)
                    try noticeLoss(after: position, link)
                }
            } catch .passedOver(let id, let size) {
                passOver(id, size)
                self.position = id
                meter.lag.read(at: id)
            }
        }

        /// Lets other threads know how far the subscription has got.
        private func noteProgress() {
            progress.withLock { [position, entries, meter] progress in
                progress.note(position, delivered: entries.deliveredCount, meter.lag)
            }
        }

        /// Looks at the subscription. Can be called on any thread.
        func inspect() -> SubscriptionInspection {
            SubscriptionInspection(
                stream, progress.withLock { $0 }, problems.counts, waiting: client.backlog, isStopped: stopper.isStopped
            )
        }

        /// The limit of the next answer. After an answer that was too large, entries are read one by one.
        ///
        /// - Parameter index: The index of the first id among the texts of the answer.
        private func limit(idAt index: Int) -> AnswerLimit {
            if countAtOnce > 1 { return .fail(above: Reply.bytesAtOnce) }
            return .passOver(above: network.largestEntry + stream.utf8.count + (1 << 16), idAt: index)
        }

        private func passOver(_ id: RelayID, _ size: Int) {
            let reason = "it has \(size) bytes, and \(network.largestEntry) are allowed: raise `largestMessage`"
            problems.tell(.undecodable(stream: stream, id: id, reason: reason))
        }

        /// Reads all entries of an answer. Returns `false` if there are none.
        private func read(_ answer: consuming Reply) throws(ConnectionFailure) -> Bool {
            try answer.read { answer throws(ConnectionFailure) in
                if let error = answer.error { throw .lost(error) }
                if answer.isNil { return false }
                guard answer.count == 1, answer[0].count == 2, answer[0][1].count > 0 else { throw .unexpected }
                let list = answer[0][1]
                var byteCount = 0
                for index in 0..<list.count {
                    if stopper.isStopped { throw .stopped }
                    let (id, fields) = try list[index].entry
                    byteCount += entries.read(fields, at: id)
                    position = id
                    meter.lag.read(at: id)
                }
                meter.lag.endAnswer(isFull: list.count >= countAtOnce)
                adapt(to: list.count, byteCount)
                return true
            }
        }

        /// Lets answers become as large as they may.
        private func adapt(to count: Int, _ byteCount: Int) {
            if byteCount > Self.bytesAtOnce {
                countAtOnce = max(1, count * Self.bytesAtOnce / byteCount)
            } else if count == countAtOnce {
                countAtOnce = min(1000, countAtOnce * 2)
            }
        }
    }
#endif
