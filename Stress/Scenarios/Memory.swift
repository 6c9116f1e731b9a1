import Foundation
import SwiftObserver

/// All kinds of objects come and go until the time is over. All die, and the process doesn't grow.
func checkMemory(_ round: Round) throws {
    let lives = Lives(), tally = round.tally
    var start = 0, number = 0
    while number < 40 || Date() < round.deadline {
        let seed = round.seed &+ UInt64(number)
        let part = Round(
            tally: tally, threads: round.threads, seed: seed, patience: round.patience, deadline: round.deadline)
        try checkLeaks(of: SwiftObserverWire.self, part)
        try part.onThreads(round.threads) { _, random in
            for _ in 0..<10 { liveAndDie(lives, tally, &random) }
        }
        try round.wait("\(lives.now) objects to die") { lives.now == 0 }
        tally.expect(lives.now == 0, "leak: \(lives.now) objects live on")
        number += 1
        if number == 20 { start = residentKilobytes() }
    }
    let growth = residentKilobytes() - start
    tally.expect(growth < 24 << 10, "leak: the process grew by \(growth) kB in \(number) rounds")
}

private let queue = DispatchQueue(label: "stress memory")

private func liveAndDie(_ lives: Lives, _ tally: Tally, _ random: inout Random) {
    let number = Var(0), messenger = Messenger<Counted>(), promise = Promise<Counted>(), dog = Dog()
    let map = messenger.map { $0 }.filter { _ in true }, buffer = map.buffer()
    func counted() -> Counted { Counted(lives) }
    dog.observe(number) { [counted = counted()] _ in counted.touch() }
    dog.observe(buffer) { [counted = counted()] _ in counted.touch() }
    dog.observe(number, buffer) { [counted = counted()] _, _ in counted.touch() }
    dog.observe(messenger, on: queue) { [counted = counted()] _ in counted.touch() }
    promise.whenFulfilled { [counted = counted()] _ in counted.touch() }
    number.value += 1
    for _ in 0..<random.below(5) { messenger.send(counted()) }
    if random.oneIn(2) { promise.fulfill(counted()) }
    if random.oneIn(2) { dog.stopObserving(number) }
    if random.oneIn(2) { messenger.stopBeingObserved() }
    random.pause()
    tally.beat()
}

/// The memory that the process has in RAM, or zero where that can't be told.
func residentKilobytes() -> Int {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(sysconf(Int32(_SC_PAGESIZE))) / 1024
}
