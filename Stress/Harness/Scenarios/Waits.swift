import StressSupport
import Synchronization

/// Lets tasks wait for promises that other threads fulfill, release or forget.
///
/// Some tasks are cancelled. All waits end. All waits that end with a value get the same value.
/// Only waits for dead promises report a death, and only cancelled tasks report a cancellation.
func stressWaits<Subject: PromiseSubject>(of _: Subject.Type, _ round: StressRound) throws {
    let tally = round.tally, numbers = 0..<20, waits = Guarded([Wait]())
    let promises = PromiseFate.allCases.map { _ in numbers.map { _ in PromiseBox(Subject()) } }
    try round.onThreads(round.threads) { index, random in
        for number in numbers {
            for (fate, boxes) in zip(PromiseFate.allCases, promises) {
                let wait = Wait(number, fate), box = boxes[number]
                let task = Task.detached { wait.end(with: await Subject.answer(from: box), tally) }
                waits.withLock { $0.append(wait) }
                random.pause()
                guard fate == .forgotten || random.oneIn(3) else { continue }
                wait.isCancelled.store(true, ordering: .sequentiallyConsistent)
                task.cancel()
            }
            if index % 3 == 0 { promises[0][number].withLock { $0 }?.fulfill(Stamp(sender: index, number: number)) }
            if index == 1 { promises[1][number].withLock { $0 = nil } }
        }
    }
    let all = waits.withLock { $0 }
    try round.wait("\(all.count { $0.answer == nil }) waits to end") { all.allSatisfy { $0.answer != nil } }
    for number in numbers {
        let answers = Set(all.filter { $0.number == number && $0.fate == .kept }.compactMap(\.answer))
        let isRight = answers.subtracting([.cancelled]).count <= 1 && !answers.contains(.died)
        tally.expect(isRight, "promise \(number): it answered \(answers)")
    }
    for wait in all {
        let isCancelled = wait.isCancelled.load(ordering: .sequentiallyConsistent)
        tally.expect(
            wait.answer != .cancelled || isCancelled, "cancelled: a task reports a cancellation, but wasn't cancelled")
        if case .value(let stamp) = wait.answer { tally.expect(wait.fate == .kept, "died: \(stamp) was never sent") }
    }
}

/// The fate of a promise.
private enum PromiseFate: CaseIterable { case kept, dead, forgotten }

/// A task that waits for a promise.
private final class Wait: Sendable {
    let number: Int, fate: PromiseFate
    let isCancelled = Atomic(false)
    private let guardedAnswer = Guarded<Answer?>(nil)

    init(_ number: Int, _ fate: PromiseFate) {
        self.number = number
        self.fate = fate
    }

    var answer: Answer? { guardedAnswer.withLock { $0 } }

    func end(with answer: Answer, _ tally: Tally) {
        guardedAnswer.withLock { $0 = answer }
        tally.beat()
    }
}
