import Dispatch
import SwiftObserver
import Testing

/// Threads that wait for room.
@Suite struct Clause20ThreadsWaitForRoom {

    private let sky = Messenger<Int>(), dog = Dog(), queue = DispatchQueue(label: "queue")

    @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.min), .expiring, .seconds(Int64.max)])
    func `there is room at once where few enough messages wait`(_ duration: Duration) {
        #expect(sky.waitForRoom(below: 1, within: duration))
        dog.observe(sky, on: queue) { _ in }
        #expect(sky.waitForRoom(below: 1, within: duration))
        queue.suspend()
        sky.send(1)
        #expect(sky.waitForRoom(below: 2, within: duration))
        queue.resume()
    }

    @Test(arguments: [
        Duration.zero, .nanoseconds(-1), .seconds(-1), .seconds(Int64.min), .nanoseconds(1), .expiring,
    ])
    func `time is up where too many messages wait, and nothing is left behind`(_ duration: Duration) {
        dog.observe(sky, on: queue) { _ in }
        queue.suspend()
        sky.send(1)
        #expect(!sky.waitForRoom(below: 1, within: duration))
        #expect(!isSomeoneWaiting(for: sky))
        queue.resume()
    }

    @Test(arguments: [
        Duration.hangLimit, .seconds(9_000_000_000), .seconds(9_223_372_036), .seconds(9_223_372_037),
        .seconds(Int64.max),
    ])
    func `a thread waits until there is room, however long it might`(_ duration: Duration) async {
        let slow = SlowHandler(), results = Recorder<Bool>(), sky = sky
        dog.observe(sky, on: queue, receive: slow.receive)
        for number in 1...3 { sky.send(number) }
        #expect(slow.begins())
        DispatchQueue(label: "thread").async {
            results.record(sky.waitForRoom(below: 1, within: duration))
        }
        await eventually { isSomeoneWaiting(for: sky) || results.count > 0 }
        #expect(results.values == [])
        #expect(slow.goesOn())
        #expect(results.values == [])
        #expect(slow.goesOn())
        await eventually { results.count > 0 }
        #expect(results.values == [true])
        slow.end()
        queue.sync {}
    }

    @Test func `threads may wait in line, and for the end`() async {
        let held = HeldDelivery(on: sky), sky = sky, results = Recorder<Bool>(), dog = dog
        let wait: @Sendable () -> Void = { results.record(sky.waitForRoom(below: 1, within: .hangLimit)) }
        #expect(held.begin())
        sky.send(1)
        DispatchQueue(label: "thread").async(execute: wait)
        await eventually { isSomeoneWaiting(for: sky) }
        #expect(held.end())
        await eventually { results.count == 1 }

        dog.observe(sky, on: queue) { _ in }
        queue.suspend()
        sky.send(2)
        DispatchQueue(label: "thread").async(execute: wait)
        await eventually { isSomeoneWaiting(for: sky) }
        dog.stopObserving(sky)
        await eventually { results.count == 2 }
        #expect(results.values == [true, true])
        queue.resume()
    }

    @Test func `there is no room where nothing more can be sent`() {
        let sky = Messenger<Int>()
        #expect(sky.waitForRoom(below: 1, within: .zero))
        sky.close(within: .zero)
        #expect(!sky.waitForRoom(below: 1, within: .zero))
        #expect(!sky.waitForRoom(below: 1, within: .hangLimit))
    }

    @Test func `a handler may look for room, and wait where others handle what waits`() {
        let sky = sky, other = Messenger<Int>(), results = Recorder<Bool>(), slowQueue = DispatchQueue(label: "slow")
        let cat = Dog(), mayHandle = Gate()
        cat.observe(other, on: slowQueue) { _ in mayHandle.pass() }
        dog.observe(sky, on: queue) { number in
            if number > 1 { return }
            // the waiting message is for this handler
            results.record(sky.waitForRoom(below: 1, within: .zero))
            results.record(sky.waitForRoom(below: 1, within: .seconds(-1)))
            results.record(sky.waitForRoom(below: 2, within: .hangLimit))
            // the waiting message is for another handler
            mayHandle.open()
            results.record(other.waitForRoom(below: 1, within: .hangLimit))
        }
        queue.suspend()
        for number in 1...2 {
            sky.send(number)
            other.send(number)
        }
        queue.resume()
        queue.sync {}
        #expect(results.values == [false, false, true, true])
    }

    @Test(arguments: StuckHandler.allCases)
    func `to wait where a thread could only wait for itself stops the program`(_ handler: StuckHandler) async {
        let index = handler.rawValue
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [index = index as Int] in
            StuckHandler(rawValue: index)?.run()
        }
        let message = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
        #expect(message.contains("SwiftObserver: a handler called `waitForRoom` on its own observable"))
    }

    @Test(arguments: [0, -1])
    func `to wait for room for nothing stops the program`(_ limit: Int) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [limit = limit as Int] in
            wait(below: limit)
        }
        let message = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
        #expect(message.contains("SwiftObserver: `room` or `waitForRoom` was called with a number below 1"))
    }
}

private func wait(below limit: Int) { _ = Messenger<Int>().waitForRoom(below: limit, within: .zero) }

/// Handlers that wait for room, and so block the messages whose handling would make it.
enum StuckHandler: Int, CaseIterable, Sendable {
    case inPlace, onQueue, onQueueBounded, onQueueInBatches, onQueueOfAnotherHandler, ofObservableOnQueue,
        whenToldOfLoss, ofSeveral

    func run() {
        let sky = Messenger<Int>(), other = Messenger<Int>(), dog = Dog(), queue = DispatchQueue(label: "queue")
        let wait: @Sendable () -> Void = { [weak sky] in _ = sky?.waitForRoom(below: 1, within: .hangLimit) }
        var sender = sky, trigger = sky
        switch self {
        case .inPlace:
            dog.observe(sky) { [weak sky] number in
                if number == 1 { sky?.send(3) }
                wait()
            }
        case .onQueue: dog.observe(sky, on: queue) { _ in wait() }
        case .onQueueBounded: dog.observe(sky).on(queue).buffering(.newest(3)).receive { _ in wait() }
        case .onQueueInBatches: dog.observe(sky).on(queue).batches(upTo: 1).receive { _ in wait() }
        case .onQueueOfAnotherHandler:
            dog.observe(other, on: queue) { _ in wait() }
            dog.observe(sky, on: queue) { _ in }
            trigger = other
        case .ofObservableOnQueue:
            sender = Messenger(on: queue)
            trigger = sender
            let observed = sender
            dog.observe(sender) { [weak observed] _ in _ = observed?.waitForRoom(below: 1, within: .hangLimit) }
        case .whenToldOfLoss: dog.observe(sky).on(queue).buffering(.newest(2)).missed { _ in wait() }.receive { _ in }
        case .ofSeveral: break
        }
        if self == .ofSeveral {
            let x = Var(0), y = Var(0)
            dog.observe(x, y) { [weak y] number, _ in
                y?.value = 3
                if number.new == 1 { _ = y?.waitForRoom(below: 1, within: .hangLimit) }
            }
            return x.value = 1
        }
        queue.suspend()
        trigger.send(1)
        for number in 2...4 { sender.send(number) }
        queue.resume()
        queue.sync {}
        withExtendedLifetime((dog, sky, other, sender)) {}
    }
}
