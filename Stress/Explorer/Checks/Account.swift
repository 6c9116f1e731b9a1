import SwiftObserver

/// The messages sent to one bounded observation, and the fate of each of them.
///
/// A message is handled, reported as missed, or discarded by the end of the observation. In the
/// end, one order of all sent messages must explain what the observer received. Missed messages are
/// noted as a negative number, and a batch as several numbers.
final class Account: @unchecked Sendable {

    let heard: HeardMessages
    private let limit: Int

    /// The maximum number of messages per call of the handler.
    private let batchLimit: Int

    /// The messages that each thread has sent.
    private var sent: [String: [Int]] = [:]
    private var sending = 0

    init(limit: Int, batchLimit: Int = 1, mayOverlap: Bool = false) {
        self.limit = limit
        self.batchLimit = batchLimit
        heard = HeardMessages(mayOverlap: mayOverlap)
    }

    // MARK: - Note

    /// Sends messages one by one.
    func send(_ numbers: ClosedRange<Int>, through messenger: Messenger<Memo>?) {
        guard let messenger else { return }
        for number in numbers {
            note(number) { messenger.send(Memo(number)) }
        }
    }

    /// Notes a sent message, and checks the number of messages that exist.
    ///
    /// It must not exceed the number that may wait and be handled. While a thread is sending, three
    /// more may exist: its own, and messages of other threads that had to make room.
    func note(_ number: Int, _ send: () -> Void) {
        sent[Explorer.shared.currentName, default: []].append(number)
        sending += 1
        send()
        sending -= 1
        let most = limit + batchLimit + (sending > 0 ? 3 : 0)
        expect(Memo.count <= most, "\(Memo.count) messages exist, at most \(most) may: \(heard.entries)")
    }

    func handle(_ memo: Memo, by who: String = "listener") { heard.hear(who, "\(memo.number)") }

    func handle(_ batch: [Memo], by who: String = "listener") {
        expect((1...batchLimit).contains(batch.count), "a batch of \(batch.count) messages: \(heard.entries)")
        heard.hear(who, batch.map { "\($0.number)" }.joined(separator: " "))
    }

    func miss(_ count: Int, by who: String = "listener") {
        expect(count > 0, "\(count) messages are missing: \(heard.entries)")
        heard.hear(who, "-\(count)")
    }

    // MARK: - Expect

    /// Expects that received messages and losses add up, and that losses are in the right places.
    ///
    /// A loop may report two gaps in one place: the message after the first gap may be dropped,
    /// too.
    ///
    /// - Parameter isEnded: `true` if the observation was ended explicitly, so that the last
    ///   messages may be discarded.
    func expectSum(_ buffering: MessageBuffering, by who: String = "listener", isEnded: Bool = false) {
        let numbers = numbers(by: who)
        expectPlaces(buffering, numbers, by: who, isEnded: isEnded)
        var isCutOff = false
        if case .upTo = buffering { isCutOff = numbers.last ?? 0 < 0 }
        let isExplained = isExplained(numbers[...], sent.values.map { $0[...] }, isEnded: isEnded || isCutOff)
        expect(isExplained, "no order of \(sent) explains what \(who) heard: \(heard.entries)")
    }

    private func numbers(by who: String) -> [Int] {
        heard.by(who).flatMap { $0.split(separator: " ").compactMap { Int($0) } }
    }

    private func expectPlaces(_ buffering: MessageBuffering, _ numbers: [Int], by who: String, isEnded: Bool) {
        let gaps = numbers.indices.filter { numbers[$0] < 0 }
        let areApart = who == "loop" || zip(gaps, gaps.dropFirst()).allSatisfy { $1 > $0 + 1 }
        expect(areApart, "two gaps in one place: \(heard.entries)")
        guard let first = gaps.first, let last = gaps.last else { return }
        switch buffering {
        case .unbounded: expect(false, "something is missing: \(heard.entries)")
        case .newest(let limit):
            expect(isEnded || numbers.count - 1 - last >= limit, "too few of the newest: \(heard.entries)")
        case .oldest(let limit): expect(first >= limit, "too few of the oldest: \(heard.entries)")
        case .upTo(let limit):
            expect(first >= limit && last == numbers.count - 1, "cut off too early or too late: \(heard.entries)")
        }
    }

    /// `true` if an order of the sent messages explains everything received.
    private func isExplained(_ heard: ArraySlice<Int>, _ rest: [ArraySlice<Int>], isEnded: Bool) -> Bool {
        guard let next = heard.first else { return isEnded || rest.allSatisfy(\.isEmpty) }
        for index in rest.indices {
            guard let number = rest[index].first, next < 0 || next == number else { continue }
            var fewer = rest
            fewer[index].removeFirst()
            let remaining = next < -1 ? [next + 1] + heard.dropFirst() : heard.dropFirst()
            if isExplained(remaining, fewer, isEnded: isEnded) { return true }
        }
        return false
    }
}

extension Listener {

    /// Observes on a queue.
    ///
    /// The closures must not outlive the observation or run without the observer.
    func listen(
        to messenger: Messenger<Memo>, _ account: Account, on queue: DispatchQueue, _ buffering: MessageBuffering
    ) {
        let captured = Captured("handler")
        observe(messenger).on(queue).buffering(buffering).missed { [weak self, name] count in
            expect(self != nil, "\(name) is notified of losses after its death")
            withExtendedLifetime(captured) { account.miss(count, by: name) }
        }.receive { [weak self, name] memo in
            expect(self != nil, "\(name) is called after its death")
            withExtendedLifetime(captured) { account.handle(memo, by: name) }
        }
    }

    /// Observes in the same way on an actor.
    func listen(
        to messenger: Messenger<Memo>, _ account: Account, on home: ControlledActor, _ buffering: MessageBuffering
    ) {
        let captured = Captured("handler")
        observe(messenger).on(home).buffering(buffering).missed { [weak self, name] _, count in
            expect(self != nil, "\(name) is notified of losses after its death")
            withExtendedLifetime(captured) { account.miss(count, by: name) }
        }.receive { [weak self, name] _, memo in
            expect(self != nil, "\(name) is called after its death")
            withExtendedLifetime(captured) { account.handle(memo, by: name) }
        }
    }

    /// Observes in the same way in batches on a queue.
    func listen(
        toBatchesOf messenger: Messenger<Memo>, _ account: Account, on queue: DispatchQueue, upTo limit: Int,
        _ buffering: MessageBuffering
    ) {
        let captured = Captured("handler")
        observe(messenger).on(queue).buffering(buffering).missed { [weak self, name] count in
            expect(self != nil, "\(name) is notified of losses after its death")
            withExtendedLifetime(captured) { account.miss(count, by: name) }
        }.batches(upTo: limit).receive { [weak self, name] batch in
            expect(self != nil, "\(name) is called after its death")
            withExtendedLifetime(captured) { account.handle(batch, by: name) }
        }
    }
}
