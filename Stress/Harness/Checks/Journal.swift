import StressSupport
import Synchronization

/// Records in one common sequence which observer got what, and notices if handlers overlap.
final class Journal: Sendable {

    struct Entry: Sendable {
        let observer: Int
        let stamp: Stamp
    }

    private let tally: Tally
    private let busy = Atomic(0)
    private let recorded = Guarded([Entry]())

    init(_ tally: Tally) { self.tally = tally }

    var entries: [Entry] { recorded.withLock { $0 } }
    var count: Int { recorded.withLock { $0.count } }

    /// What one observer got.
    func stamps(of observer: Int = 0) -> [Stamp] { entries.filter { $0.observer == observer }.map(\.stamp) }

    /// Does what a handler does: it notes the message and takes its time.
    func handle(_ stamp: Stamp, observer: Int = 0) {
        let others = busy.add(1, ordering: .acquiringAndReleasing).oldValue
        tally.expect(others == 0, "overlap: observer \(observer) got \(stamp) while another handler was running")
        recorded.withLock { $0.append(Entry(observer: observer, stamp: stamp)) }
        pause(after: stamp)
        tally.beat()
        busy.subtract(1, ordering: .acquiringAndReleasing)
    }
}

/// When each send returned.
final class Returns: Sendable {

    private let moments = Guarded([Int: Int]())

    /// Sends the message and notes when that returned.
    func note(_ stamp: Stamp, _ send: (Stamp) -> Void) {
        send(stamp)
        let end = tick()
        moments.withLock { $0[stamp.began] = end }
    }

    /// When each send returned, by the moment it began.
    var all: [Int: Int] { moments.withLock { $0 } }
}

extension Tally {

    /// Checks that the messages of each sender are in their order, and as many as were sent.
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
                expect(end > latest.began, "order: \(who) got \(stamp) behind \(latest), which was sent later")
            }
            if stamp.began > latest?.began ?? 0 { latest = stamp }
        }
    }
}
