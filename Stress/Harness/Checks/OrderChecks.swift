import StressSupport

/// The times at which sends returned.
final class ReturnTimes: Sendable {

    private let moments = Guarded([Int: Int]())

    /// Sends the message, and notes when that returned.
    func note(_ stamp: Stamp, _ send: (Stamp) -> Void) {
        send(stamp)
        let end = tick()
        moments.withLock { $0[stamp.began] = end }
    }

    /// The times at which sends returned, by the times at which they began.
    var all: [Int: Int] { moments.withLock { $0 } }
}

extension Tally {

    /// Checks that the messages of each sender are in order, and as many as were sent.
    func expectOrder(_ stamps: [Stamp], perSender: [Int: Int]? = nil, _ who: String) {
        var last = [Int: Int]()
        for stamp in stamps {
            let next = last[stamp.sender, default: -1] + 1
            expect(stamp.number == next, "order: \(who) got \(stamp) instead of message \(next)")
            last[stamp.sender] = stamp.number
        }
        guard let perSender else { return }
        for (sender, count) in perSender {
            let got = last[sender, default: -1] + 1
            expect(got == count, "lost: \(who) got \(got) of \(count) messages of sender \(sender)")
        }
    }

    /// Checks that a message whose send returned before another began comes first.
    func expectRealTime(_ stamps: [Stamp], _ returns: [Int: Int], _ who: String) {
        var latest: Stamp?
        for stamp in stamps {
            if let latest, let end = returns[stamp.began] {
                expect(end > latest.began, "order: \(who) got \(stamp) after \(latest), which was sent later")
            }
            if stamp.began > latest?.began ?? 0 { latest = stamp }
        }
    }
}
