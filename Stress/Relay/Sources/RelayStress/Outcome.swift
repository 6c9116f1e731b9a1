import RelayRig

/// What came of a round.
struct Outcome {

    struct Publisher {
        let tag: UInt32
        let number: UInt64

        /// Its own report, unless it was killed.
        let report: [String: Int]?

        subscript(_ key: String) -> Int { report?[key] ?? 0 }

        /// How many messages it was told to have dropped.
        var dropped: Int { self["overflow"] + self["cutOff"] + self["unpublishable"] + self["refused"] }
    }

    struct Subscriber {
        let index: Int
        let records: [Record]
        let isDone: Bool
    }

    let publishers: [Publisher]
    let subscribers: [Subscriber]

    /// How often the network has cut a connection.
    let cuts: Int

    var sent: Int { publishers.reduce(0) { $0 + $1["sent"] } }

    var received: Int { count { $0.isMessage ? 1 : 0 } }

    /// How many messages are missing, as subscribers were told.
    var told: Int { count { if case .gap(_, let count) = $0 { Int(count) } else { 0 } } }

    /// How often connections were lost, as all were told.
    var disconnections: Int {
        publishers.reduce(0) { $0 + $1["disconnected"] } + count { $0 == .disconnected ? 1 : 0 }
    }

    private func count(_ number: (Record) -> Int) -> Int {
        subscribers.reduce(0) { sum, subscriber in subscriber.records.reduce(sum) { $0 + number($1) } }
    }
}

extension Record {

    var isMessage: Bool {
        switch self {
        case .message, .empty: true
        default: false
        }
    }
}
