import Dispatch
import Testing

@testable import SwiftObserver

/// Waiting for an inbox, until the block on its lane has handled everything.
@Suite struct WaitingForInboxesTests {

    private let queue = DispatchQueue(label: "queue")

    @Test(arguments: [BufferLimit<Int>.unbounded, .newest(3), .oldest(3), .merged { $1 }], [1, 5, 20])
    func `who waits behind all is told when that is done, whatever comes in after that`(
        _ limit: BufferLimit<Int>, count: Int
    ) {
        let dog = Dog(), sky = Messenger<Int>(), barrier = Barrier(), handled = Recorder<Int>()
        let observation = observe(sky, dog, limit) { number in
            handled.record(number)
            if number == count { sky.send(100) }
        }
        queue.suspend()
        for number in 1...count { sky.send(number) }
        barrier.wait(for: BehindBacklog(observation, of: .free, at: Int.self))
        #expect(!barrier.isReached)
        queue.resume()
        queue.sync {}
        #expect(!handled.values.isEmpty)
        #expect(barrier.isReached)
        #expect(observation.isFinished)
    }

    @Test(arguments: [true, false])
    func `who waits for an observation is told when it ends, although the queue is stuck`(isHopped: Bool) {
        let dog = Dog(), sky = isHopped ? Messenger<Int>() : Messenger<Int>(on: queue)
        let barrier = Barrier(), late = Barrier(), route = DrainRoute(to: Messenger<Int>.self)
        if isHopped { dog.observe(sky, on: queue) { _ in } } else { dog.observe(sky) { _ in } }
        queue.suspend()
        sky.send(1)
        sky.office.drain(barrier, route)
        #expect(!barrier.isReached)
        dog.stopObserving(sky)
        #expect(barrier.isReached)
        sky.office.drain(late, route)
        #expect(late.isReached)
        queue.resume()
    }

    @Test func `who waits for an observation that ends is told when its handler has returned`() {
        let dog = Dog(), sky = Messenger<Int>(), slow = SlowHandler(), barriers = (1...2).map { _ in Barrier() }
        dog.observe(sky, on: queue, receive: slow.receive)
        for number in 1...2 { sky.send(number) }
        #expect(slow.begins())
        sky.office.drain(barriers[0], DrainRoute(to: Messenger<Int>.self))
        dog.stopObserving(sky)
        sky.office.drain(barriers[1], DrainRoute(to: Messenger<Int>.self))
        #expect(barriers.allSatisfy { !$0.isReached })
        slow.end()
        queue.sync {}
        #expect(barriers.allSatisfy { $0.isReached })
        #expect(slow.calls.values == [.message(1)])
    }

    @Test func `a batch is as many steps as it has messages`() {
        let dog = Dog(), sky = Messenger<Int>(), barrier = Barrier(), batches = Recorder<[Int]>()
        dog.observe(sky).on(queue).batches(upTo: 3).receive { batches.record($0) }
        queue.suspend()
        for number in 1...7 { sky.send(number) }
        guard let inbox = inbox(of: sky) else {
            Issue.record("There is no inbox.")
            return
        }
        barrier.wait(for: BehindBacklog(inbox, of: .free, at: Int.self))
        queue.resume()
        queue.sync {}
        #expect(batches.values == [[1, 2, 3], [4, 5, 6], [7]])
        #expect(barrier.isReached)
        #expect(inbox.isFinished)
    }

    @Test func `a farewell is behind the messages, and counts as none`() {
        let inbox = Inbox<Int>(lane: Lane(of: queue), storesAuthors: false), barrier = Barrier()
        let calls = Recorder<String>(), reader = Reader(inbox) { calls.record("\($0)") }
        queue.suspend()
        post(1, to: reader)
        var work = DeferredWork()
        inbox.postFarewell(&work) { calls.record("farewell, \(barrier.isReached)") }
        work.finish()
        post(2, to: reader)
        #expect(inbox.count == 2)
        barrier.wait(for: BehindBacklog(inbox, of: .free, at: Int.self))
        queue.resume()
        queue.sync {}
        #expect(calls.values == ["1", "farewell, false", "2"])
        #expect(barrier.isReached)
        #expect(inbox.count == 0)
        #expect(inbox.progress.handled == 2)
        #expect(inbox.isFinished)
    }

    @Test func `who waits for a lone farewell is told when it returns, and it's said once`() {
        let inbox = Inbox<Int>(lane: Lane(of: queue), storesAuthors: false)
        let barrier = Barrier(), calls = Recorder<Bool>()
        queue.suspend()
        var work = DeferredWork()
        for _ in 1...2 {
            inbox.postFarewell(&work) { calls.record(barrier.isReached) }
        }
        work.finish()
        #expect(!inbox.isFinished)
        barrier.wait(for: BehindBacklog(inbox, of: .free, at: Int.self))
        queue.resume()
        queue.sync {}
        #expect(calls.values == [false])
        #expect(barrier.isReached)
    }

    @Test func `who gave up isn't told, and leaves no alarm`() {
        let inbox = Inbox<Int>(lane: Lane(of: queue), storesAuthors: false), barrier = Barrier()
        let rings = Recorder<Void>(), reader = Reader(inbox, ring: { rings.record(()) }) { _ in }
        queue.suspend()
        post(1, to: reader)
        post(2, to: reader)
        barrier.wait(for: BehindBacklog(inbox, of: .free, at: Int.self))
        barrier.begin { Issue.record("Who gave up was told.") }
        #expect(barrier.giveUp())
        queue.resume()
        queue.sync {}
        #expect(rings.count == 0)
    }

    private func observe(
        _ sky: Messenger<Int>, _ dog: Dog, _ limit: BufferLimit<Int>, _ handle: @escaping @Sendable (Int) -> Void
    ) -> AnyInbox {
        let inbox = Handler.message(handle).inbox(on: Lane(of: queue), limit: limit)
        let observation = Observation(of: sky.office, inbox: inbox, handler: .message(handle))
        sky.office.start(observation, ofMessenger: sky)
        return inbox
    }

    private func inbox(of sky: Messenger<Int>) -> AnyInbox? {
        var inbox: AnyInbox?
        sky.office.forEachObservation { inbox = $0.inbox }
        return inbox
    }

    private func post(_ number: Int, to reader: Reader) {
        var work = DeferredWork()
        reader.inbox.post(number, from: nil, job: reader, &work)
        work.finish()
    }
}

/// Takes out messages. `@unchecked` because the queue does one job at a time.
private final class Reader: Job, @unchecked Sendable {

    let inbox: Inbox<Int>
    private let ring: () -> Void
    private let handle: (Int) -> Void

    init(_ inbox: Inbox<Int>, ring: @escaping () -> Void = {}, handle: @escaping (Int) -> Void) {
        self.inbox = inbox
        self.ring = ring
        self.handle = handle
    }

    override func run(_ count: Int) -> AnyObject? {
        let job = inbox.take(count, ring: ring) { number, _ in handle(number) }
        if inbox.steps.finish() { _ = inbox.tellWaiters() }
        return job
    }
}
