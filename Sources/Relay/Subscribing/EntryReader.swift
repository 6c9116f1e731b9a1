#if Relay

    /// Delivers the messages of a stream to its client, each once, and reports gaps.
    ///
    /// **Mutable state:** It belongs to the thread of the ``StreamReader``.
    struct EntryReader {

        private let stream: String
        private let client: any StreamClient
        private let problems: ProblemLine

        /// `true` if each message counts. `false` if only the latest one does, as for shared
        /// values.
        private let countsMessages: Bool

        /// The id after which messages are delivered.
        private var beginning = RelayID.zero

        /// The last id of a message that may precede the beginning, if the server has lost data.
        ///
        /// Then all entries are read again, and messages that were delivered before are dropped by
        /// their numbers.
        private var rereads: RelayID?

        private var tracker = SequenceTracker(from: .zero)

        /// The number of messages that were delivered.
        private(set) var deliveredCount = 0

        init(_ stream: String, countsMessages: Bool, _ client: any StreamClient, _ problems: ProblemLine) {
            self.stream = stream
            self.countsMessages = countsMessages
            self.client = client
            self.problems = problems
        }

        /// Sets the beginning.
        ///
        /// - Parameter first: The id of the stream's first entry, if the stream is read from its
        ///   start.
        mutating func begin(at position: RelayID, first: RelayID?) {
            beginning = position
            tracker = SequenceTracker(from: first?.predecessor ?? position)
        }

        /// Prepares for reading all entries again.
        ///
        /// - Parameter end: The last id that may belong to a message from before the beginning.
        mutating func readAgain(upTo end: RelayID?) {
            tracker.readAgain()
            rereads = end
        }

        /// Reads an entry, and returns its size.
        mutating func read(_ fields: ReplyView, at id: RelayID) -> Int {
            switch readable(fields, at: id) {
            case .message(let head, let bytes): read(head, bytes, at: id)
            case .position(let publisher, let number, let first): read(number, of: publisher, first: first, at: id)
            case .unreadable, .foreign: break
            }
            return (0..<fields.count).reduce(0) { $0 + (fields[$1].bytes?.count ?? 0) }
        }

        /// Delivers the last message before the beginning. Returns `false` if it can't be decoded.
        mutating func readLatest(_ fields: ReplyView, at id: RelayID) -> Bool {
            guard case .message(let head, let bytes) = readable(fields, at: id) else { return false }
            return pass(head, bytes, at: id)
        }

        /// Reads the fields of an entry, and reports those that aren't a relay's.
        private func readable(_ fields: ReplyView, at id: RelayID) -> StreamEntry {
            let entry = StreamEntry(fields)
            switch entry {
            case .message, .position: break
            case .unreadable(let reason): problems.tell(.undecodable(stream: stream, id: id, reason: reason))
            case .foreign: problems.tell(.foreign(stream: stream, id: id))
            }
            return entry
        }

        private mutating func read(_ head: MessageHead, _ bytes: UnsafeRawBufferPointer, at id: RelayID) {
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
            _ = pass(head, bytes, at: id)
        }

        /// Delivers a message, or reports why it can't be decoded.
        private mutating func pass(_ head: MessageHead, _ bytes: UnsafeRawBufferPointer, at id: RelayID) -> Bool {
            guard let reason = client.read(head, bytes, at: id) else {
                deliveredCount += 1
                return true
            }
            problems.tell(.undecodable(stream: stream, id: id, reason: reason))
            return false
        }

        /// Reads a publisher's number of messages, and the id of its first one.
        private mutating func read(_ number: UInt64, of publisher: RelayPublisher, first: RelayID?, at id: RelayID) {
            guard isWanted(publisher, at: id) || hasBegunLater(first) else { return }
            tellGap(of: publisher, tracker.read(position: number, of: publisher, first: first, at: id))
        }

        /// `false` for entries that are read again and may precede the beginning.
        ///
        /// The numbers of a known publisher tell whether its messages were delivered before.
        private mutating func isWanted(_ publisher: RelayPublisher, at id: RelayID) -> Bool {
            guard let rereads else { return true }
            if id > rereads { self.rereads = nil }
            return id > rereads || id > beginning || tracker.knows(publisher)
        }

        /// `true` if an unknown publisher has begun after the beginning, as far as ids tell.
        private func hasBegunLater(_ first: RelayID?) -> Bool {
            guard let first, let rereads else { return false }
            // If all ids are below the beginning, the server's clock was set back.
            return rereads < beginning && first > beginning
        }

        private func tellGap(of publisher: RelayPublisher, _ count: UInt64) {
            if count > 0 { problems.tell(.gap(stream: stream, publisher: publisher, count: count)) }
        }
    }
#endif
