import Foundation
import StressSupport
import SwiftObserver

/// Creates all kinds of objects until time is up. All die, and the process doesn't grow.
func stressMemory(_ round: StressRound) throws {
    let lives = LiveCount(), tally = round.tally
    try stressGrowth(of: SwiftObserverMessenger.self, round) { part in
        try part.onThreads(round.threads) { _, random in
            for _ in 0..<10 { liveAndDie(lives, tally, &random) }
        }
        try round.wait("\(lives.now) objects to die") { lives.now == 0 }
        tally.expect(lives.now == 0, "leak: \(lives.now) objects are still alive")
    }
}

/// Creates messengers and observations until time is up. The process doesn't grow.
///
/// From round 20 on, a correct library was seen to grow the process by up to 0.5 MB, regardless of
/// the duration. A note of 64 bytes about each ended observation grew it by 43 kB per round. That
/// is more than 5 MB in the shortest usual run.
func stressGrowth<Subject: MessengerSubject>(
    of type: Subject.Type, _ round: StressRound, _ more: (StressRound) throws -> Void = { _ in }
) throws {
    let limit = 2 << 10
    var start = 0, number = 0
    while number < 40 || Date() < round.deadline {
        let part = StressRound(
            tally: round.tally, threads: round.threads, seed: round.seed &+ UInt64(number), patience: round.patience,
            deadline: round.deadline)
        try stressLeaks(of: type, part)
        try more(part)
        number += 1
        if number == 20 { start = (residentBytes() ?? 0) / 1024 }
    }
    let growth = (residentBytes() ?? 0) / 1024 - start
    round.tally.note("memory grew by \(growth) kB")
    guard !isSanitized else { return }
    round.tally.expect(growth < limit, "growth: the process grew by \(growth) kB in \(number) rounds")
}

private let queue = DispatchQueue(label: "stress memory")

private func liveAndDie(_ lives: LiveCount, _ tally: Tally, _ random: inout SplitMix64) {
    let number = Var(0), messenger = Messenger<CountedObject>(), promise = Promise<CountedObject>()
    let observer = StressObserver()
    let map = messenger.map { $0 }.filter { _ in true }, buffer = map.buffer()
    func counted() -> CountedObject { CountedObject(lives) }
    observer.observe(number) { [counted = counted()] _ in counted.touch() }
    observer.observe(buffer) { [counted = counted()] _ in counted.touch() }
    observer.observe(number, buffer) { [counted = counted()] _, _ in counted.touch() }
    observer.observe(messenger, on: queue) { [counted = counted()] _ in counted.touch() }
    observer.observe(messenger, on: HandlingActor()) { [counted = counted()] _, _ in counted.touch() }
    let messages = messenger.messages()
    Task.detached { [counted = counted()] in for await _ in messages { counted.touch() } }
    promise.whenFulfilled { [counted = counted()] _ in counted.touch() }
    number.value += 1
    for _ in 0..<random.below(5) { messenger.send(counted()) }
    if random.oneIn(2) { promise.fulfill(counted()) }
    if random.oneIn(2) { observer.stopObserving(number) }
    if random.oneIn(2) { messenger.stopBeingObserved() }
    random.pause()
    tally.beat()
}
