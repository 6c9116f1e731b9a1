import Dispatch
import SwiftObserver

/// Lets several threads send at full speed to slow observers with limits.
///
/// Each sent message is handled or reported as missed, in its place. The number of waiting messages
/// never exceeds the limit, which shows while the queue is stuck. Meanwhile, observations end and
/// die, and some observers are cut off. At last, all messengers die while messages wait.
func stressBounded<Subject: BoundedSubject>(of _: Subject.Type, _ round: StressRound) throws {
    var random = round.random(0)
    let attributes: DispatchQueue.Attributes = random.oneIn(3) ? .concurrent : []
    let queue = DispatchQueue(label: "stress bounded", attributes: attributes), gate = Gate(), tally = round.tally
    func check(_ buffering: MessageBuffering, _ style: BoundedCheck<Subject>.Style) -> BoundedCheck<Subject> {
        BoundedCheck(buffering, style, on: queue, gate, tally)
    }
    let limit = 1 + random.below(20), batch = 1 + random.below(30), high = 1 + random.below(400)
    let checks = [
        check(.newest(limit), .oneByOne), check(.newest(limit), .batches(batch)), check(.newest(limit), .loop),
        check(.oldest(limit), .oneByOne), check(.oldest(limit), .batches(batch)), check(.oldest(limit), .loop),
        check(.upTo(high), .oneByOne), check(.upTo(high), .batches(batch)), check(.upTo(high), .loop),
    ]
    let count = 200
    try round.onThreads(round.threads) { sender, random in
        for number in 0..<count {
            for check in checks { check.send(Stamp(sender: sender, number: number)) }
            if random.oneIn(2 * count * round.threads) {
                checks[random.below(checks.count)].leave(dying: random.oneIn(2))
            }
        }
    }
    try settle(checks, queue, round)
    queue.suspend()
    gate.close()
    try round.onThreads(round.threads) { sender, _ in
        for number in count..<count + 100 {
            for check in checks { check.send(Stamp(sender: sender, number: number)) }
        }
    }
    let expected = round.threads * (count + 100)
    try round.wait("the witnesses") { checks.allSatisfy { $0.sent == expected } }
    for check in checks { check.judgeBound(after: round.threads * 100) }
    for check in checks { check.loseMessenger() }
    gate.open()
    queue.resume()
    try round.wait("loops to end after the last message") { checks.allSatisfy(\.isLoopDone) }
    queue.sync(flags: .barrier) {}
    for check in checks { check.judge() }
    if (try? round.wait("messages to die", until: { checks.allSatisfy { $0.lives.now == 0 } })) == nil {
        tally.violate("leak: \(checks.map(\.lives.now)) messages are still alive")
    }
}

/// Waits until no message waits.
private func settle<Subject>(_ checks: [BoundedCheck<Subject>], _ queue: DispatchQueue, _ round: StressRound) throws {
    try round.wait("messages to be handled") { checks.allSatisfy { $0.lives.now == 0 } }
    queue.sync(flags: .barrier) {}
}
