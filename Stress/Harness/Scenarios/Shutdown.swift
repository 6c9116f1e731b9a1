import Dispatch
import Foundation
import StressSupport
import SwiftObserver
import Synchronization

/// Closes a large number of observables while threads keep sending to them.
///
/// Each observer handles each message, or the message is refused. Nothing is handled after the
/// close.
func stressShutdown<Subject: ClosingSubject>(of _: Subject.Type, _ round: StressRound) throws {
    let program = ProgramToShutDown<Subject>(round)
    program.start()
    var random = round.random(0)
    usleep(UInt32(random.below(3000)))
    try program.shutDown(within: .seconds(Int64(10 * round.patience)))
}

/// A program with threads that send to a large number of observables until it shuts down.
final class ProgramToShutDown<Subject: ClosingSubject>: Sendable {

    private let round: StressRound
    private let parts: [Part<Subject>]
    private let queues = (0..<50).map { DispatchQueue(label: "stress shutdown \($0)") }
    private let actors = (0..<5).map { _ in HandlingActor() }
    private let lives = LiveCount()
    private let loops = Atomic(0)
    private let mustStop = Atomic(false), senders: Countdown

    /// The number of parts to which threads send.
    ///
    /// The later parts get messages from other parts, which are closed before them.
    private static var sentTo: Int { 160 }
    private static var count: Int { 200 }

    init(_ round: StressRound) {
        self.round = round
        senders = Countdown(round.threads)
        var parts: [Part<Subject>] = []
        for index in 0..<Self.count {
            let kind: ClosingKind =
                switch index {
                case 0..<120: .messenger
                case 120..<150: .variable
                case 150..<160: .messengerOnQueue(queues[index - 150])
                case 160..<190: .map(of: parts[index - 160].subject)
                default: .messenger
                }
            parts.append(Part(kind, number: index, round.tally))
        }
        self.parts = parts
        for (index, part) in parts.enumerated() { observe(part, index) }
        for index in 190..<200 { forward(parts[index - 160], to: parts[index]) }
    }

    private func observe(_ part: Part<Subject>, _ index: Int) {
        part.observe(.inPlace)
        part.observe(.queue(queues[index % queues.count]))
        if index.isMultiple(of: 10) { part.observe(.actor(actors[index / 10 % actors.count])) }
        guard index % 20 == 1 else { return }
        loops.add(1, ordering: .relaxed)
        part.observe(.loop { [self] in loops.subtract(1, ordering: .releasing) })
    }

    /// Lets a handler forward its messages.
    private func forward(_ part: Part<Subject>, to target: Part<Subject>) {
        part.observe(.queue(queues[0])) { [lives] in target.send(CountedMessage(Stamp(sender: -1, number: 0), lives)) }
    }

    /// Starts the sending threads.
    func start() {
        for sender in 0..<round.threads {
            let thread = Thread { [self] in
                var random = round.random(sender + 1), number = 0
                while !mustStop.load(ordering: .acquiring) {
                    act(&random, CountedMessage(Stamp(sender: sender, number: number), lives))
                    number += 1
                }
                senders.countDown(sender)
            }
            thread.name = "stress \(sender)"
            thread.start()
        }
    }

    private func act(_ random: inout SplitMix64, _ message: CountedMessage) {
        let part = parts[random.below(Self.sentTo)]
        part.send(message)
        random.pause()
        if random.oneIn(4) { usleep(UInt32(random.below(100))) }
        if random.oneIn(30) { comeAndGo(&random, part) }
    }

    /// Observes for a moment. After the wait, the handler must not be running.
    private func comeAndGo(_ random: inout SplitMix64, _ part: Part<Subject>) {
        let isOver = Flag(), tally = round.tally, queue = queues[random.below(queues.count)]
        let observation = part.subject.observe(random.oneIn(2) ? .inPlace : .queue(queue)) {
            usleep(20)
            tally.expect(!isOver.isSet, "running: a handler runs although a call has waited for its end")
        }
        part.send(CountedMessage(Stamp(sender: -2, number: 0), lives))
        usleep(UInt32(random.below(100)))
        let hasEnded = observation.stopAndWait()
        isOver.set()
        tally.expect(hasEnded, "gave up: a call didn't wait for the end of an observation")
    }

    // MARK: - Shut down

    /// Closes everything while the threads continue, ends them, and checks the result.
    func shutDown(within duration: Duration) throws {
        let tally = round.tally
        let isClosed = try close(way: Int(round.seed % 3), within: duration)
        tally.expect(isClosed, "left: not everything was handled within \(duration)")
        for part in parts { part.isClosed.set() }
        var random = round.random(-1)
        usleep(UInt32(random.below(300)))
        mustStop.store(true, ordering: .releasing)
        try round.wait("threads \(senders.open) to end") { senders.isOver }
        try round.wait("loops to end") { loops.load(ordering: .acquiring) == 0 }
        try round.wait("\(lives.now) messages to die") { lives.now == 0 }
        check(inOrder: round.seed % 3 == 0)
    }

    private func close(way: Int, within duration: Duration) throws -> Bool {
        let subjects = parts.map(\.subject), hasFailed = Flag(), next = Count()
        if way == 0 { return Subject.close(subjects, within: duration) }
        let threads = Countdown(4)
        @Sendable func takeNext() -> Part<Subject>? {
            let index = next.countUp()
            return index < parts.count ? parts[index] : nil
        }
        for _ in 0..<4 {
            if way == 1 {
                Thread.detachNewThread { [self] in
                    while let part = takeNext() { note(part, part.subject.close(within: duration), hasFailed) }
                    threads.countDown()
                }
            } else {
                Task.detached { [self] in
                    while let part = takeNext() { note(part, await part.subject.close(within: duration), hasFailed) }
                    threads.countDown()
                }
            }
        }
        try round.wait("everything to be closed") { threads.isOver }
        return !hasFailed.isSet
    }

    private func note(_ part: Part<Subject>, _ isDone: Bool, _ hasFailed: Flag) {
        round.tally.beat()
        if isDone { part.isClosed.set() } else { hasFailed.set() }
    }

    // MARK: - Check

    /// Checks that each message to a part was handled by all of its observers, or refused.
    private func check(inOrder isInOrder: Bool) {
        for (index, part) in parts.enumerated() {
            let sent = index < Self.sentTo || index >= 190 ? part.sent : parts[index - Self.sentTo].accepted
            part.check(sent: sent)
            guard isInOrder, index >= Self.sentTo else { continue }
            let refused = part.refused
            round.tally.expect(
                refused == 0, "order: part \(index) refused \(refused) messages of a part that was closed before it")
        }
    }
}

/// One observable of the program, and the counts of its observers.
private final class Part<Subject: ClosingSubject>: Sendable {

    let subject: Subject
    let isClosed = Flag()
    private let number: Int, tally: Tally
    private let sentCount = Atomic(0)
    private let observers = Guarded([(observation: any ClosingObservation, count: Count)]())

    init(_ kind: ClosingKind, number: Int, _ tally: Tally) {
        subject = Subject(kind)
        self.number = number
        self.tally = tally
    }

    var sent: Int { sentCount.load(ordering: .acquiring) }
    var refused: Int { subject.refusedCount }

    /// The number of messages that were sent and not refused.
    var accepted: Int { sent - refused }

    func send(_ message: CountedMessage) {
        sentCount.add(1, ordering: .relaxed)
        subject.send(message)
    }

    func observe(_ place: HandlingPlace, _ receive: @escaping @Sendable () -> Void = {}) {
        let count = Count()
        let observation = subject.observe(place) { [isClosed, number, tally] in
            tally.expect(!isClosed.isSet, "late: a message of part \(number) was handled after its close")
            tally.beat()
            count.countUp()
            receive()
        }
        observers.withLock { $0.append((observation, count)) }
    }

    func check(sent: Int) {
        let refused = refused
        for (observation, count) in observers.withLock({ $0 }) {
            tally.expect(
                count.now + refused == sent,
                "uncounted: \(sent) messages to part \(number), \(count.now) handled and \(refused) refused")
            tally.expect(!observation.isObserving, "observing: an observation of part \(number) has not ended")
        }
    }
}

/// A counter for all threads.
private final class Count: Sendable {
    private let count = Atomic(0)
    var now: Int { count.load(ordering: .acquiring) }

    /// Increments, and returns the previous count.
    @discardableResult
    func countUp() -> Int { count.add(1, ordering: .acquiringAndReleasing).oldValue }
}
