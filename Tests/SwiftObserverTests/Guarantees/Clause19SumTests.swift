import Dispatch
import SwiftObserver
import Testing

/// Messages of many threads: each is handled, counted as missed, or discarded by the end.
@Suite struct Clause19NothingIsUnaccountedFor {

    private static let bounds: [MessageBuffering] = [
        .newest(1), .newest(7), .oldest(1), .oldest(7), .upTo(7), .unbounded,
    ]

    /// The number of messages that each of 4 threads sends.
    private let count = 1000

    @Test(arguments: bounds)
    func `each message is handled or counted in its place, and all are by the farewell`(_ buffering: MessageBuffering) {
        let account = Account(buffering)
        account.send(count)
        account.letMessengerDie()
        account.check(isComplete: true)
    }

    @Test(arguments: bounds, [Ending.stopObserving, .stopObservingAll, .stopBeingObserved, .observerDies])
    func `each message is handled or counted in its place up to the end`(
        _ buffering: MessageBuffering, _ ending: Ending
    ) {
        for _ in 1...3 {
            let account = Account(buffering)
            account.send(count, ending: ending)
            account.letMessengerDie()
            account.check(isComplete: false)
        }
    }

    @Test(arguments: [MessageBuffering.newest(3), .oldest(3)])
    func `an actor accounts for each message`(_ buffering: MessageBuffering) async {
        let kennel = HeldActor(), sky = Messenger<Int>(), dog = Dog(), handled = LockedBox(0), missed = LockedBox(0),
            count = count
        dog.observe(sky).on(kennel).buffering(buffering).missed { _, number in
            missed.withLock { $0 += number }
        }.receive { _, _ in
            handled.withLock { $0 += 1 }
        }
        onThreads(4) { _ in for number in 0..<count { sky.send(number) } }
        await eventually { handled.withLock { $0 } + missed.withLock { $0 } >= 4 * count }
        #expect(handled.withLock { $0 } + missed.withLock { $0 } == 4 * count)
    }
}

/// An observer with a limit, and a witness that receives all messages in the order of sending.
private final class Account: Sendable {

    private let sky = LockedBox<Messenger<Int>?>(Messenger<Int>())
    private let dog = LockedBox<Dog?>(Dog()), witness = Dog()
    private let queue = DispatchQueue(label: "queue"), otherQueue = DispatchQueue(label: "other queue")
    private let calls = Recorder<Call>(), order = Recorder<Int>(), ended = LockedBox(false), tooLate = Recorder<Call>()
    private let buffering: MessageBuffering

    init(_ buffering: MessageBuffering) {
        self.buffering = buffering
        let sky = sky.withLock { $0! }
        dog.withLock { $0! }.observe(sky).on(queue).buffering(buffering).missed { [calls, tooLate, ended] in
            calls.record(.missed($0))
            if ended.withLock({ $0 }) { tooLate.record(.missed($0)) }
        }.receive { [calls, tooLate, ended] in
            calls.record(.message($0))
            if ended.withLock({ $0 }) { tooLate.record(.message($0)) }
        }
        witness.observe(sky, on: otherQueue) { [order] in order.record($0) }
    }

    func send(_ count: Int, ending: Ending? = nil) {
        let sky = sky.withLock { $0! }
        onThreads(ending == nil ? 4 : 5) { [self] thread in
            if thread == 4 {
                // ends while other threads send, on the queue, where that takes effect at once
                while order.count < count { otherQueue.sync {} }
                queue.sync {
                    ending?.end(dog, sky)
                    ended.withLock { $0 = true }
                }
                return
            }
            for number in 0..<count { sky.send(thread * count + number) }
        }
    }

    func letMessengerDie() {
        sky.withLock { $0 = nil }
        queue.sync {}
        otherQueue.sync {}
    }

    /// - Parameter isComplete: Whether it lasted until the farewell, or until it was cut off.
    func check(isComplete: Bool) {
        let order = order.values
        var position = 0, mistakes = 0, hasMissed = false
        for call in calls.values {
            switch call {
            case .message(let number):
                // the reported misses are exactly the messages that are missing before this one
                if position >= order.count || order[position] != number { mistakes += 1 }
                position += 1
            case .missed(let count):
                if count < 1 { mistakes += 1 }
                position += count
                hasMissed = true
            case .batch: mistakes += 1
            }
        }
        #expect(mistakes == 0)
        #expect(tooLate.values == [])
        #expect(position <= order.count)
        switch buffering {
        case .upTo:
            // messages sent after the end that follows the loss don't reach the observation
            if hasMissed, case .missed = calls.values.last {} else if isComplete { #expect(position == order.count) }
        case .unbounded:
            #expect(!hasMissed)
            fallthrough
        default: if isComplete { #expect(position == order.count) }
        }
    }
}
