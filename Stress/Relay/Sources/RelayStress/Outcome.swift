import RelayRig

/// The result of a round.
struct Outcome {

    struct Publisher {
        let tag: UInt32
        let number: UInt64

        /// The publisher's own report, unless it was killed.
        let report: [String: Int]?

        subscript(_ key: String) -> Int { report?[key] ?? 0 }

        /// The number of messages that it reports as dropped.
        var dropped: Int { self["overflow"] + self["cutOff"] + self["unpublishable"] + self["refused"] }
    }

    struct Subscriber {
        let index: Int
        let records: [Record]
        let isDone: Bool
    }

    let publishers: [Publisher]
    let subscribers: [Subscriber]

    /// The number of connections that the network has cut.
    let cuts: Int

    var sent: Int { publishers.reduce(0) { $0 + $1["sent"] } }

    var received: Int { count { $0.isMessage ? 1 : 0 } }

    /// The number of missing messages that subscribers report.
    var told: Int { count { if case .gap(_, let count) = $0 { Int(count) } else { 0 } } }

    /// The number of lost connections that all processes report.
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
