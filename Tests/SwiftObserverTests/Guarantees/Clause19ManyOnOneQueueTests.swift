import Dispatch
import SwiftObserver
import Testing

/// Dropped messages aren't handled, and don't change the order of others on the same queue.
@Suite struct Clause19ManyOnOneQueueTests {

    @Test(arguments: 1...300)
    func `whatever is dropped, what's left is handled in the order of sending, and all is counted`(seed: Int) {
        var random = Random(UInt64(seed))
        let queue = DispatchQueue(label: "bounded"), log = Log()
        let subjects = (0..<Int.random(in: 2...5, using: &random)).map { _ in
            Subject(Int.random(in: 0...5, using: &random), Int.random(in: 1...4, using: &random), queue, log)
        }
        queue.suspend()
        var sent = 0
        for _ in 0..<Int.random(in: 10...150, using: &random) {
            sent += 1
            subjects[Int.random(in: 0..<subjects.count, using: &random)].send(sent)
        }
        // More messages arrive while the block handles all of these, which it has already dequeued.
        let late = (0..<100).map { _ in Int.random(in: 0...subjects.count, using: &random) }
        log.act = { handled in
            guard handled < late.count else { return }
            for index in 0..<late[handled] {
                log.latest += 1
                subjects[(late[handled] + index) % subjects.count].send(log.latest)
            }
        }
        log.latest = sent
        queue.resume()
        queue.sync {}
        for _ in 0..<1000 where subjects.contains(where: { $0.messenger.backlog > 0 }) { queue.sync {} }
        log.act = { _ in }
        #expect(log.numbers == log.numbers.sorted())
        #expect(Set(log.numbers).count == log.numbers.count)
        for subject in subjects { subject.expectAllCounted() }
    }
}

/// A log of the queue. `@unchecked` because only the queue touches it, except before and after the
/// queue is busy.
private final class Log: @unchecked Sendable {
    var numbers: [Int] = []
    var latest = 0
    var act: (Int) -> Void = { _ in }

    func handle(_ number: Int) {
        numbers.append(number)
        act(numbers.count)
    }
}

/// A messenger with one observation. `@unchecked` for the same reason.
private final class Subject: @unchecked Sendable {

    let messenger = Messenger<Int>()
    private let dog = Dog()
    private let limit: Int
    private var sent = 0
    private var handled = 0
    private var missed = 0
    private var mistakes: [String] = []
    private var last = 0

    init(_ policy: Int, _ limit: Int, _ queue: DispatchQueue, _ log: Log) {
        self.limit = policy < 2 ? limit : .max
        let buffering = [MessageBuffering.newest(limit), .oldest(limit), .unbounded, .unbounded, .upTo(1000)][
            min(policy, 4)]
        if policy == 5 {
            dog.observe(messenger).on(queue).batches(upTo: limit).receive { [unowned self] batch in
                if batch.isEmpty || batch.count > limit { mistakes.append("batch of \(batch.count)") }
                for number in batch { handle(number) }
            }
            return
        }
        dog.observe(messenger).on(queue).buffering(buffering).missed { [unowned self] in missed += $0 }.receive {
            [unowned self] number in
            handle(number)
            log.handle(number)
        }
    }

    func send(_ number: Int) {
        sent += 1
        messenger.send(number)
        if messenger.backlog > limit { mistakes.append("\(messenger.backlog) wait") }
    }

    private func handle(_ number: Int) {
        if number <= last { mistakes.append("\(number) after \(last)") }
        last = number
        handled += 1
    }

    func expectAllCounted() {
        #expect(mistakes == [])
        #expect(sent == handled + missed)
    }
}
