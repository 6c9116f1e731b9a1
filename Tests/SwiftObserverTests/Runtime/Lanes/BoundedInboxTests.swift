import Dispatch
import Testing

@testable import SwiftObserver

@Suite struct BoundedInboxTests {

    private let queue = DispatchQueue(label: "queue")

    @Test func `dropped messages stay until they're released, objects and others`() {
        for isObject in [true, false] {
            let deaths = Recorder<Int>()
            let objects = Reader<Mortal>(inbox(.newest(1))), arrays = Reader<[Mortal]>(inbox(.newest(1)))
            var work = DeferredWork()
            queue.suspend()
            for number in 1...3 {
                let mortal = Mortal { deaths.record(number) }
                if isObject { objects.post(mortal, &work) } else { arrays.post([mortal], &work) }
                #expect(work.isEmpty == (number == 1))
            }
            #expect(deaths.values == [])
            work.finish()
            #expect(deaths.values == [1, 2])
            queue.resume()
            queue.sync {}
            #expect(deaths.values == [1, 2, 3])
        }
    }

    @Test func `messages that are nothing but memory leave nothing to release`() {
        let reader = Reader<Int>(inbox(.newest(1)))
        queue.suspend()
        for number in 1...3 { #expect(reader.post(number)) }
        queue.resume()
        queue.sync {}
        #expect(reader.turns == ["missed 2", "3"])
    }

    @Test(arguments: [true, false])
    func `void times are skipped, be they in one run or in many`(isAlone: Bool) {
        let reader = Reader<Int>(inbox(.newest(2))), other = Reader<Int>(inbox(.newest(1)))
        queue.suspend()
        for number in 1...10_000 {
            reader.post(number)
            if !isAlone { other.post(number) }
        }
        #expect(reader.inbox.count == 2)
        queue.resume()
        queue.sync {}
        #expect(reader.turns == ["missed 9998", "9999", "10000"])
        #expect(other.turns == (isAlone ? [] : ["missed 9999", "10000"]))
        // it runs once for each element, plus the void runs that the lane tolerates
        #expect(reader.timesRun <= 2 + Tuning.toleratedRuns)
        if isAlone { #expect(reader.timesRun == 1) }
    }

    @Test func `who handles the messages is held while it's posted, and no longer`() {
        let deaths = Recorder<Int>(), living = Recorder<Int>()
        queue.suspend()
        for (index, limit) in [BufferLimit<Int>.newest(2), .oldest(2), .upTo(2), .merged { $1 }].enumerated() {
            let mortal = Mortal { deaths.record(index) }, reader = Reader<Int>(inbox(limit))
            reader.handle = {
                living.record(deaths.count)
                mortal.touch()
            }
            for number in 1...5 { reader.post(number) }
        }
        #expect(deaths.count == 0)
        queue.resume()
        queue.sync {}
        #expect(deaths.values == [0, 1, 2, 3])
        // each mortal died right after the last turn of its reader
        #expect(living.values == [0, 0, 1, 1, 1, 2, 2, 2, 3])
    }

    @Test func `room is made when fewer messages wait than someone wants`() {
        let reader = Reader<Int>(inbox(.newest(5)))
        queue.suspend()
        for number in 1...5 { reader.post(number) }
        reader.inbox.want(below: 3)
        queue.resume()
        queue.sync {}
        #expect(reader.roomMade == [false, false, true, true, true])
        reader.inbox.want(below: 0)
        reader.post(6)
        queue.sync {}
        #expect(reader.roomMade.last == false)
    }

    private func inbox<Message>(_ limit: BufferLimit<Message>) -> BoundedInbox<Message> {
        BoundedInbox(lane: Lane(of: queue), limit: limit, missed: { _ in }, batching: nil, storesAuthors: false)
    }
}

/// Takes out all turns. `@unchecked` because the queue does one job at a time.
private final class Reader<Message: Sendable>: Job, @unchecked Sendable {

    let inbox: BoundedInbox<Message>
    var handle: () -> Void = {}
    private(set) var turns: [String] = []
    private(set) var roomMade: [Bool] = []
    private(set) var timesRun = 0

    init(_ inbox: BoundedInbox<Message>) { self.inbox = inbox }

    func post(_ message: Message, _ work: inout DeferredWork) {
        inbox.post(message, from: nil, job: self, &work)
    }

    /// Returns whether the post left no deferred work.
    @discardableResult
    func post(_ message: Message) -> Bool {
        var work = DeferredWork()
        post(message, &work)
        defer { work.finish() }
        return work.isEmpty
    }

    override func beginPruning() { inbox.beginPruning() }
    override func keep(_ count: Int) -> Int { inbox.keep(count) }

    override func run(_ count: Int) -> AnyObject? {
        timesRun += 1
        var count = count, job: Job?
        while count > 0 {
            let turn = inbox.nextTurn(&count)
            roomMade.append(turn.isAwaited)
            if turn.missed > 0 { turns.append("missed \(turn.missed)") }
            switch turn.content {
            case .message: turns.append("\(inbox.takeMessage())")
            case .cutOff: turns.append("cut off")
            case .batch, .nothing: break
            }
            if turn.missed > 0 || isSomething(turn.content) { handle() }
            if let last = turn.job { job = last }
        }
        return job
    }

    private func isSomething(_ content: BoundedInbox<Message>.Turn.Content) -> Bool {
        if case .nothing = content { false } else { true }
    }
}
