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

        /// Whether messages count, so that each comes once and gaps are told. Of a value, only the last entry counts.
        private let countsMessages: Bool

        private let stopper = Stopper()

        /// Happens when the thread has ended.
        let hasEnded = Event()

        /// The id of the entry that was read last, once it's known where to begin.
        private var position: RelayID?

        /// The id behind which messages are wanted.
        private var beginning = RelayID.zero

        /// Up to where there may be messages from before the beginning, since the server has lost a part of its memory. All is read again then: what was read before
        /// is dropped by its number.
        private var rereads: RelayID?

        private var link: (any Link)?
        private var tracker = SequenceTracker(from: .zero)
        private var attempts: Attempts
        private var isDisconnected = false

        /// How many entries are read at once, so that they need neither much memory nor many answers.
        private var countAtOnce = 16

        private static let bytesAtOnce = 1 << 20

        init(
            _ network: any Network, _ stream: String, from start: RelayStart, room: Int, countsMessages: Bool = true,
            client: any StreamClient, _ problems: ProblemLine
        ) {
            self.network = network
            self.stream = stream
            self.start = start
            self.room = room
            self.countsMessages = countsMessages
            self.client = client
            self.problems = problems
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
            client.end()
            hasEnded.fire()
        }

        /// Connects, or reads what there is. Tells whether there may be more.
        func step() -> Bool {
            do {
                if let link { try readNext(link) } else { try connect() }
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
            try resume(link)
            self.link = link
            if isDisconnected { problems.tell(.reconnected(.subscription(stream: stream))) }
            isDisconnected = false
            attempts.succeed()
        }

        private func lose(_ failure: ConnectionFailure) {
            link = nil
            if !isDisconnected, !stopper.isStopped {
                problems.tell(.disconnected(.subscription(stream: stream), reason: failure.reason))
            }
            isDisconnected = true
            network.pause(for: attempts.nextPause(), stopper)
        }

        // MARK: - Begin, and begin again

        /// Finds out where to read on.
        private func resume(_ link: any Link) throws(ConnectionFailure) {
            let (first, latest) = try ends(link)
            if let position {
                // The server has lost its memory, or a part of it. If its clock is slow, it gives ids again that it has given before.
                if latest.map({ $0 < position }) ?? true {
                    self.position = .zero
                    tracker.readAgain()
                    rereads = client.readsAnew() ? nil : latest
                }
                if latest == nil, let entry = client.restoration() { try restore(entry, link) }
                return
            }
            let position =
                switch start {
                case .now: latest ?? .zero
                case .start: RelayID.zero
                case .after(let id): id
                }
            if client.wantsLatest, let latest { try readLatest(link, upTo: latest) }
            self.position = position
            beginning = position
            tracker = SequenceTracker(from: first?.predecessor ?? position)
            client.begin(at: position)
        }

        /// The id of the latest entry, and that of the first one if all of them are wanted.
        private func ends(_ link: any Link) throws(ConnectionFailure) -> (first: RelayID?, latest: RelayID?) {
            var command: [UInt8] = []
            command.append(command: "XREVRANGE", stream, "+", "-", "COUNT", "1")

            // Also shows whether reading is permitted. Otherwise, it would seem to be connected again each time.
            let wantsFirst = position == nil && start == .start && countsMessages
            let beginning = wantsFirst ? "0-0" : "\(UInt64.max)-\(UInt64.max)"
            command.append(command: "XREAD", "COUNT", "1", "STREAMS", stream, beginning)
            try link.write(command)
            let answer = try link.reply()
            let first = try link.reply().read { answer throws(ConnectionFailure) -> RelayID? in
                if let error = answer.error { throw .lost(error) }
                guard answer.count == 1, answer[0].count == 2, answer[0][1].count == 1 else { return nil }
                return try Self.split(answer[0][1][0]).0
            }
            return (first, try StreamTail(answer).latest)
        }

        /// Reads the latest message that can be decoded, from the end on backwards.
        private func readLatest(_ link: any Link, upTo latest: RelayID) throws(ConnectionFailure) {
            var end: RelayID? = latest
            while let last = end {
                var command: [UInt8] = []
                command.append(command: "XREVRANGE", stream, last.description, "-", "COUNT", "16")
                try link.write(command)
                end = try link.reply().read { answer throws(ConnectionFailure) -> RelayID? in
                    if let error = answer.error { throw .lost(error) }
                    var last: RelayID?
                    for index in 0..<answer.count {
                        let (id, fields) = try Self.split(answer[index])
                        if case .message(let head, let bytes) = readable(fields, at: id) {
                            guard let reason = client.read(head, bytes, at: id) else { return nil }
                            problems.tell(.undecodable(stream: stream, id: id, reason: reason))
                        }
                        last = id
                    }
                    return last?.predecessor
                }
            }
        }

        /// Adds an entry to the stream, unless there's one. The server refuses an id that isn't above all others.
        private func restore(_ entry: (head: String, bytes: [UInt8]), _ link: any Link)
            throws(ConnectionFailure)
        {
            var command: [UInt8] = []
            command.appendCount(of: 7)
            for word in ["XADD", stream, "0-1", "m", entry.head, "d"] { command.append(word: word) }
            command.append(word: entry.bytes)
            try link.write(command)
            _ = try link.reply()
        }

        // MARK: - Read

        private func readNext(_ link: any Link) throws(ConnectionFailure) {
            while !client.hasRoom(below: room) { if stopper.isStopped { throw .stopped } }
            let pause = min(network.patience, .seconds(2))
            var command: [UInt8] = []
            command.append(
                command: "XREAD", "COUNT", String(countAtOnce), "BLOCK", String(max(1, pause.pollMilliseconds)),
                "STREAMS",
                stream, (position ?? .zero).description)
            try link.write(command)
            let answer = try link.reply(after: pause, isLimited: countAtOnce > 1)
            let isSilent = try answer.read { answer throws(ConnectionFailure) -> Bool in
                if let error = answer.error { throw .lost(error) }
                if answer.isNil { return true }
                guard answer.count == 1, answer[0].count == 2, answer[0][1].count > 0 else { throw .unexpected }
                let entries = answer[0][1]
                var byteCount = 0
                for index in 0..<entries.count {
                    if stopper.isStopped { throw .stopped }
                    byteCount += try read(entries[index])
                }
                adapt(to: entries.count, byteCount)
                return false
            }
            // Someone may have deleted the stream, and new entries may have lower ids.
            if isSilent { try resume(link) }
        }

        /// Lets answers become as large as they may.
        private func adapt(to count: Int, _ byteCount: Int) {
            if byteCount > Self.bytesAtOnce {
                countAtOnce = max(1, count * Self.bytesAtOnce / byteCount)
            } else if count == countAtOnce {
                countAtOnce = min(1000, countAtOnce * 2)
            }
        }

        private static func split(_ entry: ReplyView) throws(ConnectionFailure) -> (RelayID, fields: ReplyView) {
            guard entry.count == 2, let id = entry[0].bytes.flatMap({ RelayID(ascii: $0) }) else { throw .unexpected }
            return (id, entry[1])
        }

        /// Reads the fields of an entry, and tells of those that aren't of a relay.
        private func readable(_ fields: ReplyView, at id: RelayID) -> StreamEntry {
            let entry = StreamEntry(fields)
            switch entry {
            case .message, .position: break
            case .unreadable(let reason): problems.tell(.undecodable(stream: stream, id: id, reason: reason))
            case .foreign: problems.tell(.foreign(stream: stream, id: id))
            }
            return entry
        }

        /// Reads an entry, and returns its size.
        private func read(_ entry: ReplyView) throws(ConnectionFailure) -> Int {
            let (id, fields) = try Self.split(entry)
            defer { position = id }
            switch readable(fields, at: id) {
            case .message(let head, let bytes): read(head, bytes, at: id)
            case .position(let publisher, let number, let first): read(number, of: publisher, first: first, at: id)
            case .unreadable, .foreign: break
            }
            return (0..<fields.count).reduce(0) { $0 + (fields[$1].bytes?.count ?? 0) }
        }

        /// Reads what a publisher says of itself.
        private func read(_ number: UInt64, of publisher: RelayPublisher, first: RelayID?, at id: RelayID) {
            guard isWanted(publisher, at: id) || hasBegunLater(first) else { return }
            tellGap(of: publisher, tracker.read(position: number, of: publisher, first: first, at: id))
        }

        /// Whether something isn't from before the beginning, when all is read again. What is from there is known by its number if something of that publisher was
        /// read. Otherwise, it was never wanted.
        private func isWanted(_ publisher: RelayPublisher, at id: RelayID) -> Bool {
            guard let rereads else { return true }
            if id > rereads { self.rereads = nil }
            return id > rereads || id > beginning || tracker.knows(publisher)
        }

        /// Whether a publisher whose position is read again has sent its first message behind the beginning, as far as ids tell. So it's wanted, also if none of its
        /// messages was read.
        private func hasBegunLater(_ first: RelayID?) -> Bool {
            guard let first, let rereads else { return false }
            // Ids that are all below the beginning were given after the server's clock was put back, and not before the beginning.
            return rereads < beginning && first > beginning
        }

        private func read(_ head: MessageHead, _ bytes: UnsafeRawBufferPointer, at id: RelayID) {
            if countsMessages {
                if !isWanted(head.publisher, at: id) { return }
                switch tracker.read(head.number, of: head.publisher, at: id) {
                case .duplicate: return
                case .behindGap(let count): tellGap(of: head.publisher, count)
                case .resumed(let strays, let count):
                    for stray in strays { problems.tell(.foreign(stream: stream, id: stray)) }
                    tellGap(of: head.publisher, count)
                case .next: break
                }
                if let first = head.first { read(head.number, of: head.publisher, first: first, at: id) }
            }
            if let reason = client.read(head, bytes, at: id) {
                problems.tell(.undecodable(stream: stream, id: id, reason: reason))
            }
        }

        private func tellGap(of publisher: RelayPublisher, _ count: UInt64) {
            if count > 0 { problems.tell(.gap(stream: stream, publisher: publisher, count: count)) }
        }
    }

    /// What is done with what a stream contains. All functions are called on the thread of the reader.
    protocol StreamClient: AnyObject, Sendable {

        /// Is told from where on messages come.
        func begin(at position: RelayID)

        /// Passes a message on. Returns why it can't be decoded, if so.
        func read(_ head: MessageHead, _ bytes: UnsafeRawBufferPointer, at id: RelayID) -> String?

        /// Whether it begins with the latest message of the stream, in addition to those behind its beginning.
        var wantsLatest: Bool { get }

        /// Is told that the server has lost what was read before, and says whether all that's there now is to be read.
        func readsAnew() -> Bool

        /// What is to be in the stream if the server has lost all of it.
        func restoration() -> (head: String, bytes: [UInt8])?

        /// Waits for a moment for fewer messages to wait than that, and tells whether it's so.
        func hasRoom(below limit: Int) -> Bool

        /// Is told that nothing more comes.
        func end()
    }

    extension StreamClient {
        var wantsLatest: Bool { false }
        func readsAnew() -> Bool { false }
        func restoration() -> (head: String, bytes: [UInt8])? { nil }
    }
#endif
