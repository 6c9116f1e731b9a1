#if Relay

    import SwiftObserver

    /// What a shared value consists of: the value here, what brings own writes to the server, and what reads those of all.
    struct SharedParts<Value: Equatable & Sendable> {

        let client: SharedClient<Value>
        let publication: Publication
        let reader: StreamReader

        init(
            _ value: Value, _ stream: String, _ coding: some RelayCoding<Value>, _ relay: Relay,
            _ network: any Network, largest: Int, _ outbox: Outbox, _ problems: ProblemLine,
            _ file: StaticString, _ line: UInt
        ) {
            // A publisher of its own, since a relay may share a value of that name twice.
            let publisher = RelayPublisher.random(), sequence = StreamSequence()
            let client = SharedClient(value, coding, relay, publisher)
            let writer = StreamWriter(
                stream: stream, keeping: 100, format: coding.format, publisher: publisher, sequence: sequence,
                tellsPositions: false
            ) { [weak client] in client?.settle($0, at: $1) }
            let latest = client.latestWrite
            self.client = client
            publication = Publication(
                client.outgoing, writer, largest: largest, buffering: .newest(1), tellsOverflow: false,
                outbox, problems, at: file, line,
                didNumber: { [weak client] in client?.number($0, latest: sequence.latest) }
            ) { try coding.encode(latest.withLock { $0 }) }
            reader = StreamReader(
                network, stream, from: .now, room: .max, countsMessages: false, client: client, problems)
        }
    }
#endif
