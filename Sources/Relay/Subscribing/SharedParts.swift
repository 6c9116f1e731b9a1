#if Relay

    import SwiftObserver

    /// The parts of a shared value: the value in this process, its publication, and its
    /// subscription.
    struct SharedParts<Value: Equatable & Sendable> {

        let client: SharedClient<Value>
        let publication: Publication
        let reader: StreamReader

        init(
            _ value: Value, _ stream: String, _ coding: some RelayCoding<Value>, _ relay: Relay,
            _ server: RelayServer, largest: Int, _ outbox: Outbox, _ problems: ProblemLine,
            _ file: StaticString, _ line: UInt
        ) {
            // A relay may share a value of the same name twice, so each has its own publisher.
            let publisher = RelayPublisher.random(), sequence = StreamSequence()
            let client = SharedClient(value, stream, coding, relay, publisher)
            let writer = StreamWriter(
                stream: stream, keeping: .latest(100), format: coding.format, publisher: publisher, sequence: sequence,
                tellsPositions: false
            ) { [weak client] in client?.settle($0, at: $1) }
            let latest = client.latestWrite
            self.client = client
            publication = Publication(
                client.outgoing, writer, largest: largest, buffering: .newest(1), tellsOverflow: false,
                outbox, problems, at: file, line,
                didNumber: { [weak client] in client?.number($0, latest: sequence.latest) }
            ) { try coding.encode(latest.withLock { $0 }) }
            let reader = StreamReader(
                server, stream, from: .now, room: .max, countsMessages: false, client: client, problems)
            client.onDrop { [weak reader] in reader?.expectLook() }
            self.reader = reader
        }
    }
#endif
