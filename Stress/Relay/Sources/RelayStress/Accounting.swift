import RelayRig

extension Outcome {

    /// The violations of these rules. Empty if each message is accounted for.
    func violations(of rules: Rules) -> [String] {
        publishers.flatMap { violations(of: $0, rules) }
            + subscribers.flatMap { violations(of: $0, rules) }
            + (rules.hasOneOrder ? violationsOfOrder : [])
    }

    private func violations(of publisher: Publisher, _ rules: Rules) -> [String] {
        guard publisher.report != nil else { return [] }
        return ["unconfirmed", "untold"].compactMap { key in
            publisher[key] > 0 && !(rules.mayGiveUp && key == "unconfirmed")
                ? "publisher \(publisher.tag) reports \(publisher[key]) \(key)" : nil
        }
    }

    // MARK: - Each subscriber

    private func violations(of subscriber: Subscriber, _ rules: Rules) -> [String] {
        var account = Account(publishers)
        for record in subscriber.records { account.take(record) }
        var violations = account.violations
        if !subscriber.isDone { violations.append("doesn't get to the end of the stream") }
        for publisher in publishers { violations += account.violationsAtEnd(of: publisher, rules) }
        return violations.map { "subscriber \(subscriber.index) \($0)" }
    }

    // MARK: - All subscribers

    /// The first disagreement of each subscriber with the first one on the order of messages.
    private var violationsOfOrder: [String] {
        guard let first = subscribers.first else { return [] }
        var places: [MessageName: Int] = [:]
        for (place, name) in first.names.enumerated() { places[name] = place }
        return subscribers.dropFirst().compactMap { other in
            var latest = -1
            for name in other.names {
                guard let place = places[name] else { continue }
                if place < latest {
                    return "subscribers \(first.index) and \(other.index) disagree on the order, as of \(name)"
                }
                latest = place
            }
            return nil
        }
    }
}

/// The name of a message in a round.
private struct MessageName: Hashable, CustomStringConvertible {
    let tag: UInt32
    let index: UInt32
    var description: String { "message \(index) of publisher \(tag)" }
}

extension Outcome.Subscriber {
    fileprivate var names: [MessageName] {
        records.compactMap { record in
            if case .message(_, let tag, let index, _, _) = record { MessageName(tag: tag, index: index) } else { nil }
        }
    }
}

/// The messages that one subscriber got.
///
/// No message may be missing, duplicated or out of order, except for reported gaps.
private struct Account {

    private(set) var violations: [String] = []
    private var books: [UInt64: Book] = [:]

    private struct Book {
        let tag: UInt32
        var received: Set<UInt64> = []

        /// The number of the last message.
        var latest: UInt64 = 0

        /// The number of messages missing before the first one, until a gap reports them.
        ///
        /// A subscriber can't know them until the publisher sends its position.
        var front: UInt64 = 0

        /// The number of missing messages that were reported after the last message.
        var toldSinceLatest: UInt64 = 0

        /// The number of missing messages that were reported.
        var told: UInt64 = 0

        /// The number of messages that were received, or reported as missing after the last one.
        var known: UInt64 { latest + toldSinceLatest - min(front, toldSinceLatest) }
    }

    init(_ publishers: [Outcome.Publisher]) {
        for publisher in publishers { books[publisher.number] = Book(tag: publisher.tag) }
    }

    mutating func take(_ record: Record) {
        switch record {
        case .message(let publisher, let tag, let index, _, _): take(publisher, tag, UInt64(index))
        case .empty(let publisher, _, _): take(publisher, nil, nil)
        case .gap(let publisher, let count):
            books[publisher]?.toldSinceLatest += count
            books[publisher]?.told += count
            if books[publisher] == nil { complain("was notified of a gap of an unknown publisher") }
        case .damaged: complain("got a damaged message")
        case .undecodable: complain("got an entry that can't be decoded")
        case .begun, .foreign, .disconnected: break
        }
    }

    private mutating func take(_ publisher: UInt64, _ tag: UInt32?, _ index: UInt64?) {
        guard var book = books[publisher], tag == nil || tag == book.tag else {
            return complain("got a message of an unknown publisher")
        }
        let index = index ?? book.latest + book.toldSinceLatest + 1, name = "message \(index) of publisher \(book.tag)"
        let told = book.toldSinceLatest
        if !book.received.insert(index).inserted {
            complain("got \(name) twice")
        } else if index <= book.latest {
            complain("got \(name) late")
        } else {
            let missing = index - book.latest - 1
            if missing > 0, told == 0, book.latest == 0 {
                book.front = missing
            } else if book.front > 0, told == missing + book.front {
                book.front = 0
            } else if told != missing {
                complain("was notified of \(told) missing messages before \(name), but \(missing) are missing")
            }
        }
        book.latest = max(book.latest, index)
        book.toldSinceLatest = 0
        books[publisher] = book
    }

    private mutating func complain(_ violation: String) {
        if violations.count < 5 { violations.append(violation) }
    }

    func violationsAtEnd(of publisher: Outcome.Publisher, _ rules: Rules) -> [String] {
        guard let book = books[publisher.number] else { return [] }
        var violations: [String] = []
        let known = Int(book.known), told = Int(book.told)
        if book.front > book.toldSinceLatest, !rules.mayMissEnd {
            violations.append(
                "wasn't notified that the first \(book.front) messages of publisher \(book.tag) are missing")
        }
        if publisher.report == nil {
            // The unconfirmed messages of a killed publisher may be missing at its end.
            if told > 0, !rules.mayLose {
                violations.append(
                    "was notified of \(told) missing messages of publisher \(book.tag), which dropped none")
            }
            return violations
        }
        if publisher["cutOff"] > 0 || rules.mayMissEnd {
            // Messages sent after the cut-off aren't published, and have no number.
            if known > publisher["sent"] {
                violations.append("accounts for \(known) messages of publisher \(book.tag), more than it sent")
            }
        } else if known > publisher["sent"] || known < publisher["sent"] - publisher["unconfirmed"] {
            violations.append(
                "accounts for \(known) messages of publisher \(book.tag), which has sent \(publisher["sent"]), with \(publisher["unconfirmed"]) unconfirmed"
            )
        }
        if rules.mayLose ? told < publisher.dropped : told != publisher.dropped {
            violations.append(
                "was notified of \(told) missing messages of publisher \(book.tag), which dropped \(publisher.dropped)")
        }
        return violations
    }
}
