import Dispatch
import Testing

@testable import SwiftObserver

/// Tasks that wait for room.
///
/// These tests and their tasks run on the main actor. A task waits as soon as the test finds that
/// it has begun.
@Suite @MainActor struct Clause20TasksWaitForRoom {

    private let sky = Messenger<Int>(), dog = Dog(), queue = DispatchQueue(label: "queue")
    private let granted = Recorder<Int>()

    @Test func `there is room at once where few enough messages wait`() async {
        #expect(await sky.room(below: 1))
        dog.observe(sky, on: queue) { _ in }
        #expect(await sky.room(below: 1))
        queue.suspend()
        for number in 1...3 { sky.send(number) }
        #expect(await sky.room(below: 4))
        #expect(await sky.room(below: .max))
        queue.resume()
    }

    @Test(arguments: [MessageBuffering.unbounded, .newest(5), .oldest(5), .upTo(5)])
    func `there is room as soon as enough messages have begun to be handled`(_ buffering: MessageBuffering) async {
        let slow = SlowHandler()
        dog.observe(sky).on(queue).buffering(buffering).receive(slow.receive)
        sky.send(1)
        #expect(slow.begins())
        for number in 2...5 { sky.send(number) }
        let task = await startWaiting(below: 3)
        #expect(slow.goesOn())
        // three wait
        #expect(isSomeoneWaiting(for: sky))
        #expect(granted.count == 0)
        #expect(slow.goesOn())
        #expect(await task.value == true)
        #expect(sky.backlog == 2)
        slow.end(3)
        queue.sync {}
    }

    @Test func `there is room when the line is delivered`() async {
        let held = HeldDelivery(on: sky)
        #expect(held.begin())
        for number in 1...3 { sky.send(number) }
        let task = await startWaiting(below: 1)
        #expect(isSomeoneWaiting(for: sky))
        #expect(held.end())
        #expect(await task.value == true)
    }

    @Test func `there is room when an observable on a queue has delivered`() async {
        let sky = Messenger<Int>(on: queue)
        dog.observe(sky) { _ in }
        queue.suspend()
        for number in 1...3 { sky.send(number) }
        let task = await startWaiting(below: 1, for: sky)
        #expect(isSomeoneWaiting(for: sky))
        queue.resume()
        #expect(await task.value == true)
    }

    @Test(arguments: [MessageBuffering.unbounded, .newest(5), .oldest(5), .upTo(5)])
    func `there is room when a loop has taken enough`(_ buffering: MessageBuffering) async {
        var iterator = sky.messages(buffering: buffering).makeAsyncIterator()
        for number in 1...4 { sky.send(number) }
        let task = await startWaiting(below: 2)
        for number in 1...2 { #expect(await iterator.next() == number) }
        #expect(isSomeoneWaiting(for: sky))
        #expect(await iterator.next() == 3)
        #expect(await task.value == true)
    }

    @Test func `there is room when a loop leaves with what it took out`() async {
        var iterator: Messages<Int>.Iterator? = sky.messages().makeAsyncIterator()
        for number in 1...4 { sky.send(number) }
        #expect(await iterator?.next() == 1)
        let task = await startWaiting(below: 1)
        #expect(isSomeoneWaiting(for: sky))
        iterator = nil
        #expect(await task.value == true)
    }

    @Test func `there is room when a batch is taken out`() async {
        let slow = SlowHandler()
        dog.observe(sky).on(queue).batches(upTo: 3).receive(slow.receive)
        sky.send(1)
        #expect(slow.begins())
        for number in 2...5 { sky.send(number) }
        let task = await startWaiting(below: 2)
        #expect(slow.goesOn())
        #expect(await task.value == true)
        #expect(sky.backlog == 1)
        slow.end(2)
        queue.sync {}
    }

    @Test func `there is room when a combined observation has handled what waits`() async {
        let a = Var(0), b = Var(0)
        for buffering in [MessageBuffering.unbounded, .newest(3)] {
            dog.observe(a, b).on(queue).buffering(buffering).receive { _, _ in }
            queue.suspend()
            for _ in 1...2 { for variable in [a, b] { variable += 1 } }
            let task = await startWaiting(below: 1, for: a), other = await startWaiting(below: 2, for: b)
            #expect(isSomeoneWaiting(for: a) && isSomeoneWaiting(for: b))
            queue.resume()
            #expect(await task.value == true)
            #expect(await other.value == true)
            dog.stopObserving()
        }
    }

    @Test func `who waits goes on in the order of asking, tasks and threads alike`() async {
        let slow = SlowHandler(), sky = sky, granted = granted
        dog.observe(sky, on: queue, receive: slow.receive)
        sky.send(0)
        #expect(slow.begins())
        for number in 1...6 { sky.send(number) }
        // the first waiter needs a backlog below 2, so that the second waits for it, too
        let limits = [2, 5, 1, 4]
        var tasks: [Waiting] = []
        for (index, limit) in limits.enumerated() {
            if index.isMultiple(of: 2) {
                tasks.append(await startWaiting(below: limit, as: index))
            } else {
                sky.messenger.office.waitForRoom(RoomWaiter(below: limit) { granted.record(index) })
            }
        }
        for _ in 1...4 { #expect(slow.goesOn()) }
        // two wait
        #expect(isSomeoneWaiting(for: sky))
        #expect(granted.count == 0)
        #expect(slow.goesOn())
        await eventually { granted.count >= 2 }
        // there was room for the fourth all the time, but the third comes first
        #expect(granted.values.sorted() == [0, 1])
        #expect(isSomeoneWaiting(for: sky))
        #expect(slow.goesOn())
        for task in tasks { #expect(await task.value == true) }
        await eventually { granted.count >= 4 }
        #expect(granted.values.sorted() == [0, 1, 2, 3])
        #expect(!isSomeoneWaiting(for: sky))
        slow.end()
        queue.sync {}
    }

    @Test(arguments: Ending.allCases)
    func `there is room when the observation ends for which messages wait`(_ ending: Ending) async {
        let observer = LockedBox<Dog?>(Dog()), cat = Dog(), sky = sky
        observer.withLock { $0 }?.observe(sky, on: queue) { _ in }
        cat.observe(sky) { _ in }
        queue.suspend()
        for number in 1...3 { sky.send(number) }
        let task = await startWaiting(below: 1)
        #expect(isSomeoneWaiting(for: sky))
        ending.end(observer, sky)
        #expect(await task.value == true)
        queue.resume()
    }

    @Test func `there is room when the last observation in place ends, whatever its handler does`() async {
        let slow = SlowHandler(), sky = sky, handle = dog.observe(sky, receive: slow.receive)
        DispatchQueue(label: "sender").async { sky.send(1) }
        #expect(slow.begins())
        for number in 2...5 { sky.send(number) }
        #expect(sky.backlog == 4)
        let task = await startWaiting(below: 1)
        handle.stopObserving()
        #expect(sky.backlog == 0)
        #expect(await task.value == true)
        slow.end()
    }

    @Test func `there is room when who falls behind is cut off`() async {
        let slow = SlowHandler()
        dog.observe(sky).on(queue).buffering(.upTo(2)).receive(slow.receive)
        sky.send(0)
        #expect(slow.begins())
        for number in 1...5 { sky.send(number) }
        let task = await startWaiting(below: 1)
        #expect(isSomeoneWaiting(for: sky))
        slow.end(3)
        #expect(await task.value == true)
        queue.sync {}
        #expect(!dog.isObserving(sky))
    }

    @Test func `who is cancelled before gets no room`() async {
        dog.observe(sky, on: queue) { _ in }
        let sky = sky
        let hasRoom = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await sky.room(below: 1)
        }
        #expect(await hasRoom.value == false)
        queue.suspend()
        sky.send(1)
        let hasNone = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await sky.room(below: 1)
        }
        #expect(await hasNone.value == false)
        #expect(!isSomeoneWaiting(for: sky))
        queue.resume()
    }

    @Test func `who is cancelled meanwhile goes on without room, and lets others go on`() async {
        dog.observe(sky, on: queue) { _ in }
        queue.suspend()
        sky.send(1)
        let first = await startWaiting(below: 1, as: 1), second = await startWaiting(below: 2, as: 2)
        #expect(granted.count == 0)
        first.cancel()
        #expect(await first.value == false)
        // there was room for the second task all the time, but the first one came before it
        #expect(await second.value == true)
        #expect(!isSomeoneWaiting(for: sky))
        queue.resume()
    }

    @Test func `whoever sends as long as there is room ends when cancelled`() async {
        let sky = sky
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            var count = 0
            while await sky.room(below: 5), count < 100 {
                sky.send(1)
                count += 1
            }
            return count
        }
        #expect(await task.value == 0)
        #expect(!isSomeoneWaiting(for: sky))
    }

    @Test func `whoever sends as long as there is room ends when the observable is closed`() async {
        let sky = sky
        dog.observe(sky, on: queue) { _ in }
        let task = Task { while await sky.room(below: 5) { sky.send(1) } }
        await sky.close(within: .hangLimit)
        await task.value
        #expect(await !sky.room(below: 5))
        #expect(!isSomeoneWaiting(for: sky))
    }

    @Test func `who waits for room gets none when the observable is closed`() async {
        dog.observe(sky, on: queue) { _ in }
        queue.suspend()
        for number in 1...3 { sky.send(number) }
        let task = await startWaiting(below: 1)
        await sky.close(within: .zero)
        #expect(await task.value == false)
        queue.resume()
    }

    @Test func `who waits for room in a promise goes on without its lock when it's closed`() {
        let promise = Promise<Int>(), resumed = Recorder<Int>()
        dog.observe(promise, on: queue) { _ in }
        queue.suspend()
        promise.fulfill(1)
        promise.office.waitForRoom(
            RoomWaiter(below: 1) {
                promise.fulfill(2)
                resumed.record(promise.backlog)
            })
        promise.close(within: .zero)
        #expect(resumed.values == [1])
        queue.resume()
    }

    @Test func `to be cancelled after there was room changes nothing`() async {
        dog.observe(sky, on: queue) { _ in }
        queue.suspend()
        sky.send(1)
        let task = await startWaiting(below: 1)
        dog.stopObserving(sky)
        task.cancel()
        #expect(await task.value == true)
        queue.resume()
    }

    @Test func `nothing is left behind`() async {
        let queue = queue
        var sky: Messenger<Int>? = Messenger()
        let messenger = WeakBox(sky!), office = WeakBox(sky!.office), observer = Dog()
        observer.observe(sky!, on: queue) { _ in }
        queue.suspend()
        sky?.send(1)
        do {
            let cancelled = await startWaiting(below: 1, for: sky!), other = await startWaiting(below: 1, for: sky!)
            cancelled.cancel()
            #expect(await cancelled.value == false)
            observer.stopObserving()
            #expect(await other.value == true)
        }
        sky = nil
        queue.resume()
        queue.sync {}
        await eventually { !messenger.isAlive && !office.isAlive }
        #expect(!messenger.isAlive && !office.isAlive)
    }

    @Test func `many tasks, threads and cancellations at once let everyone go on`() async {
        let sky = sky, queue = queue, results = Recorder<Bool>()
        let sum = LockedBox(0)
        dog.observe(sky).on(queue).buffering(.newest(50)).receive { _ in sum.withLock { $0 += 1 } }
        await withTaskGroup { group in
            for index in 0..<4 {
                group.addTask { @concurrent in
                    for number in 0..<300 {
                        if number.isMultiple(of: 7) {
                            let task = Task.detached { await sky.room(below: 1) }
                            if number.isMultiple(of: 2) { task.cancel() }
                            results.record(await task.value)
                        }
                        if await sky.room(below: 5 + index) { sky.send(number) }
                    }
                }
            }
        }
        queue.sync {}
        #expect(sum.withLock { $0 } == 1200)
        #expect(results.count == 4 * 43)
        #expect(!isSomeoneWaiting(for: sky))
        #expect(sky.backlog == 0)
    }

    @Test(arguments: [0, -1, Int.min])
    func `to ask for room for nothing stops the program`(_ limit: Int) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [limit = limit as Int] in
            await Messenger<Int>().room(below: limit)
        }
        let message = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
        #expect(message.contains("SwiftObserver: `room` or `waitForRoom` was called with a number below 1"))
    }

    /// Starts a task that waits for room, and returns when the task waits or has room.
    private func startWaiting(below limit: Int, as index: Int = 0) async -> Waiting {
        await startWaiting(below: limit, for: sky, as: index)
    }

    private func startWaiting<O: Observable & Sendable>(
        below limit: Int, for observable: O, as index: Int = 0
    ) async -> Waiting {
        let began = LockedBox(false), granted = granted, result = LockedBox<Bool?>(nil)
        let task = Task { @MainActor in
            began.withLock { $0 = true }
            let hasRoom = await observable.room(below: limit)
            if hasRoom { granted.record(index) }
            result.withLock { $0 = hasRoom }
        }
        await eventually { began.withLock { $0 } }
        return Waiting(task: task, result: result)
    }
}

/// A task that waits for room.
private struct Waiting {

    let task: Task<Void, Never>
    let result: LockedBox<Bool?>

    /// Whether the task got room, once it has resumed. Fails after the hang limit.
    var value: Bool? {
        get async {
            await eventually { result.withLock { $0 != nil } }
            return result.withLock { $0 }
        }
    }

    func cancel() { task.cancel() }
}

/// Whether a task or a thread waits for room.
///
/// Waiters resume in FIFO order, so a waiter that any backlog satisfies waits only after another
/// one.
func isSomeoneWaiting<O: Observable>(for observable: O) -> Bool {
    let hasRoom = LockedBox(false), office = observable.messenger.office
    let waiter = RoomWaiter(below: .max) { hasRoom.withLock { $0 = true } }
    office.waitForRoom(waiter)
    return office.giveUpRoom(waiter)
}
