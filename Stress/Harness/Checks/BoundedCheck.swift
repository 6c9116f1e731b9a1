import Dispatch
import StressSupport
import SwiftObserver
import Synchronization

/// Observes one bounded messenger in one way, and judges the received and missed messages.
final class BoundedCheck<Subject: BoundedSubject>: Sendable {

    enum Entry: Sendable {
        case message(Stamp)
        case missed(Int)
    }

    /// The way to observe.
    enum Style: Sendable { case oneByOne, batches(Int), loop }

    let lives = LiveCount()
    private let tally: Tally
    private let buffering: MessageBuffering
    private let style: Style
    private let gate: Gate

    private let messenger = Guarded<Subject?>(Subject())
    private let observations = Guarded<[any SubjectObservation]>([])
    private let task = Guarded<Task<Void, Never>?>(nil)
    private let sentStamps = Guarded([Stamp]())
    private let entries = Guarded([Entry]())
    private let busy = Atomic(0)
    private let hasLeft = Atomic(false), hasLoopEnded = Atomic(false), wasCutOffEarly = Atomic(false)

    init(_ buffering: MessageBuffering, _ style: Style, on queue: DispatchQueue, _ gate: Gate, _ tally: Tally) {
        self.tally = tally
        self.buffering = buffering
        self.style = style
        self.gate = gate
        guard let messenger = messenger.withLock({ $0 }) else { return }
        let witness = messenger.observe { [self] in note($0.stamp) }
        observations.withLock { $0 = [witness] }
        start(messenger, on: queue)
    }

    private func note(_ stamp: Stamp) { sentStamps.withLock { $0.append(stamp) } }

    private func start(_ messenger: Subject, on queue: DispatchQueue) {
        var batchLimit: Int?
        switch style {
        case .oneByOne: break
        case .batches(let limit): batchLimit = limit
        case .loop:
            let heard = messenger.hear(buffering: buffering)
            let newTask = Task.detached { [self] in await run(over: heard) }
            return task.withLock { $0 = newTask }
        }
        let limit = batchLimit ?? 1
        let observation = messenger.observe(on: queue, buffering: buffering, batches: batchLimit) { [self] in
            handle([.missed($0)])
        } receive: { [self] messages in
            tally.expect(!messages.isEmpty && messages.count <= limit, "batch: \(messages.count) of \(limit) messages")
            handle(messages.map { .message($0.stamp) })
        }
        observations.withLock { $0.append(observation) }
    }

    /// Acts like a slow handler.
    private func handle(_ new: [Entry]) {
        let others = busy.add(1, ordering: .acquiringAndReleasing).oldValue
        tally.expect(others == 0, "overlap: a handler or `missed` closure began while another one was running")
        entries.withLock { $0 += new }
        if case .message(let stamp) = new.first { pause(after: stamp) }
        for _ in 0..<20 { atomicMemoryFence(ordering: .sequentiallyConsistent) }
        tally.beat()
        busy.subtract(1, ordering: .acquiringAndReleasing)
    }

    private func run(over heard: Messages<MessageOrGap<CountedMessage>>) async {
        for await next in heard {
            switch next {
            case .message(let message): handle([.message(message.stamp)])
            case .gap(let missed): handle([.missed(missed)])
            }
            while gate.isClosed { try? await Task.sleep(nanoseconds: 100_000) }
        }
        hasLoopEnded.store(true, ordering: .releasing)
    }

    // MARK: - Act

    func send(_ stamp: Stamp) {
        messenger.withLock { $0 }?.send(CountedMessage(stamp, lives))
    }

    /// Ends the observation, or lets it die.
    func leave(dying: Bool) {
        hasLeft.store(true, ordering: .releasing)
        var leaving: [any SubjectObservation] = []
        observations.withLock { all in
            leaving = Array(all.dropFirst())
            all.removeLast(leaving.count)
        }
        if !dying { for observation in leaving { observation.stop() } }
        leaving = []
        task.withLock { $0 }?.cancel()
    }

    /// Releases the messenger, which is deallocated.
    func loseMessenger() {
        var gone: Subject?
        messenger.withLock { swap(&$0, &gone) }
    }

    // MARK: - Judge

    var sent: Int { sentStamps.withLock { $0.count } }
    private var isLoop: Bool { if case .loop = style { true } else { false } }
    private var limit: Int {
        switch buffering {
        case .newest(let limit), .oldest(let limit), .upTo(let limit): limit
        case .unbounded: .max
        }
    }

    /// The numbers of handled and missed messages.
    var counts: (handled: Int, missed: Int) {
        entries.withLock { entries in
            entries.reduce(into: (0, 0)) { counts, entry in
                if case .missed(let count) = entry { counts.1 += count } else { counts.0 += 1 }
            }
        }
    }

    private var wasCutOff: Bool {
        guard case .upTo = buffering else { return false }
        return entries.withLock { entries in entries.contains { if case .missed = $0 { true } else { false } } }
    }

    /// `true` if it isn't a loop, or the loop has ended.
    var isLoopDone: Bool { !isLoop || hasLoopEnded.load(ordering: .acquiring) }

    /// Checks how many messages wait while nothing is handled.
    ///
    /// - Parameter count: The number of messages sent since handling stopped.
    func judgeBound(after count: Int) {
        let now = lives.now
        wasCutOffEarly.store(wasCutOff, ordering: .releasing)
        if hasLeft.load(ordering: .acquiring) || wasCutOff {
            return tally.expect(now <= limit + 1, "bound: \(now) messages live, at most \(limit) may wait")
        }
        let limit = min(limit, count)
        // A loop may retain the one message that it handles.
        let most = isLoop ? limit + 1 : limit
        tally.expect(now <= most, "bound: \(now) messages wait, at most \(limit) may, \(buffering), \(style)")
        tally.expect(now >= limit, "bound: only \(now) messages wait, \(limit) may, \(buffering), \(style)")
    }

    /// Checks that each missing message was reported as missed, in its place.
    func judge() {
        let order = sentStamps.withLock { $0 }, entries = entries.withLock { $0 }, (handled, missed) = counts
        let places = Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let what = "\(buffering), \(style)"
        // Messages sent after the end don't count. A loop that is cut off has ended, even if it
        // finds the gap only later. On a queue, the observation ends when the gap is reported.
        let isPartial =
            hasLeft.load(ordering: .acquiring) || wasCutOffEarly.load(ordering: .acquiring) || isLoop && wasCutOff
        let total = handled + missed
        tally.expect(
            isPartial ? total <= order.count : total == order.count,
            "uncounted: \(handled) handled and \(missed) missed of \(order.count) sent, \(what)")
        if wasCutOff {
            tally.expect(handled >= limit, "gap: only \(handled) were handled before being cut off, \(what)")
        }
        var next = 0
        for (index, entry) in entries.enumerated() {
            switch entry {
            case .message(let stamp):
                let place = places[stamp] ?? -1
                tally.expect(place == next, "gap: message number \(place) came instead of \(next), \(what)")
                // Later entries are wrong, too, and add no information.
                if place != next { return }
                next += 1
            case .missed(let count):
                tally.expect(count > 0, "uncounted: a loss of \(count), \(what)")
                if wasCutOff { tally.expect(index == entries.count - 1, "late: an entry came after the cutoff") }
                next += count
            }
        }
    }
}

/// A gate at which loops wait while nothing is to be handled.
final class Gate: Sendable {
    private let closed = Atomic(false)
    var isClosed: Bool { closed.load(ordering: .acquiring) }
    func close() { closed.store(true, ordering: .releasing) }
    func open() { closed.store(false, ordering: .releasing) }
}
