#if Relay

    /// Passes the entries of a stream on, each message once, and tells where some are missing.
    ///
    /// **Mutable state:** It belongs to the thread of the ``StreamReader``.
    struct EntryReader {

        private let stream: String
        private let client: any StreamClient
        private let problems: ProblemLine

        /// Whether messages count, so that each comes once and gaps are told. Of a value, only the last entry counts.
        private let countsMessages: Bool

        /// The id behind which messages are wanted.
        private var beginning = RelayID.zero

        /// Up to where there may be messages from before the beginning, since the server has lost a part of its memory. All is read again then: what was read before
        /// is dropped by its number.
        private var rereads: RelayID?

        private var tracker = SequenceTracker(from: .zero)

        init(_ stream: String, countsMessages: Bool, _ client: any StreamClient, _ problems: ProblemLine) {
            self.stream = stream
            self.countsMessages = countsMessages
            self.client = client
            self.problems = problems
        }

        /// Begins.
        ///
        /// - Parameter first: The id of the first entry, if all are wanted that there are.
        mutating func begin(at position: RelayID, first: RelayID?) {
            beginning = position
            tracker = SequenceTracker(from: first?.predecessor ?? position)
        }

        /// Takes note that all is read again.
        ///
        /// - Parameter end: Up to where there may be messages from before the beginning.
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

        /// Passes a message on as the latest one in front of the beginning, and tells whether there was one.
        func readLatest(_ fields: ReplyView, at id: RelayID) -> Bool {
            guard case .message(let head, let bytes) = readable(fields, at: id) else { return false }
            return pass(head, bytes, at: id)
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

        /// Passes a message on, or tells why that can't be done.
        private func pass(_ head: MessageHead, _ bytes: UnsafeRawBufferPointer, at id: RelayID) -> Bool {
            guard let reason = client.read(head, bytes, at: id) else { return true }
            problems.tell(.undecodable(stream: stream, id: id, reason: reason))
            return false
        }

        /// Reads what a publisher says of itself.
        private mutating func read(_ number: UInt64, of publisher: RelayPublisher, first: RelayID?, at id: RelayID) {
            guard isWanted(publisher, at: id) || hasBegunLater(first) else { return }
            tellGap(of: publisher, tracker.read(position: number, of: publisher, first: first, at: id))
        }

        /// Whether something isn't from before the beginning, when all is read again. What is from there is known by its number if something of that publisher was
        /// read. Otherwise, it was never wanted.
        private mutating func isWanted(_ publisher: RelayPublisher, at id: RelayID) -> Bool {
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

        private func tellGap(of publisher: RelayPublisher, _ count: UInt64) {
            if count > 0 { problems.tell(.gap(stream: stream, publisher: publisher, count: count)) }
        }
    }
#endif
