import Dispatch
import SwiftObserver
import SwiftObserverTesting
import Testing

@Suite(.takingReports) struct RecordingTests {

    @Test func `messages are taken one by one, or all at once`() async {
        let messenger = Messenger<Int>(), recording = messenger.recorded()
        for number in 1...4 { messenger.send(number) }
        #expect(await recording.next() == 1)
        #expect(await recording.next() == 2)
        #expect(recording.takeAll() == [3, 4])
        #expect(recording.messages == [1, 2, 3, 4])
        recording.expectNothingMore()
        await recording.expectNothingMore(for: .zero)
    }

    @Test func `who waits gets a message as soon as it comes`() async {
        let messenger = Messenger<Int>(), recording = messenger.recorded()
        async let first = recording.next(within: .hangLimit)
        async let second = recording.next(within: .hangLimit)
        onThreads(2) { messenger.send($0 + 1) }
        let received = await [first, second].compactMap { $0 }
        #expect(received.sorted() == [1, 2])
        recording.expectNothingMore()
    }

    @Test func `under fire, each message is recorded once`() async {
        let messenger = Messenger<Int>(), recording = messenger.recorded(), end = 1000
        let received = await withTaskGroup(of: [Int].self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var own: [Int] = []
                    for _ in 0..<end {
                        if let number = await recording.next(within: .hangLimit) { own.append(number) }
                    }
                    return own
                }
            }
            onThreads(4) { thread in for number in 0..<end { messenger.send(thread * end + number) } }
            return await group.reduce(into: [Int]()) { $0 += $1 }
        }
        #expect(received.sorted() == Array(0..<4 * end))
        #expect(recording.overlapCount == 0)
        recording.expectNothingMore()
    }

    @Test func `on a place and with a limit, losses are counted`() async {
        let place = ManualPlace(), messenger = Messenger<Int>()
        let recording = messenger.recorded(on: place, buffering: .newest(2))
        for number in 1...5 { messenger.send(number) }
        recording.expectNothingMore()
        place.runAll()
        #expect(recording.takeAll() == [4, 5])
        #expect(recording.missedCount == 3)
        #expect(await recording.stop())
    }

    @Test func `after the stop, nothing is recorded`() async {
        let messenger = Messenger<Int>(), recording = messenger.recorded()
        messenger.send(1)
        #expect(await recording.stop())
        messenger.send(2)
        #expect(recording.takeAll() == [1])
        #expect(recording.lateCallCount == 0)
    }

    @Test func `it doesn't keep the observable alive, and is released with its messages`() {
        let dead = Recorder<String>(), lifetimes = LifetimeTracker()
        do {
            var messenger: Messenger<Mortal>? = lifetimes.track(Messenger())
            let recording = messenger?.recorded()
            messenger?.send(Mortal { dead.record("message") })
            messenger = nil
            lifetimes.expectAllDead()
            recording?.ignoreRest()
            #expect(dead.values == [])
        }
        #expect(dead.values == ["message"])
    }

    // MARK: - What fails

    @Test func `messages at which nobody looks fail the test where recording began`() {
        let messenger = Messenger<Int>(), line = #line + 2
        let reports = reports {
            let recording = messenger.recorded()
            for number in 1...3 { messenger.send(number) }
            #expect(recording.messages == [1, 2, 3])
        }
        #expect(
            reports.map(\.text) == ["The test hasn't checked 3 messages of Messenger<Int>: [1, 2, 3]"])
        #expect(reports.map(\.line) == [line])
    }

    @Test func `a message that never comes fails the test where it's awaited`() async {
        let messenger = Messenger<Int>(), recording = messenger.recorded(), line = #line + 2
        let reports = await reports {
            #expect(await recording.next(within: .expiring) == nil)
        }
        #expect(reports.first?.text.hasPrefix("No message arrived within \(Duration.expiring).") == true)
        #expect(reports.map(\.line) == [line])
    }

    @Test func `a message too many fails the test where none was expected`() async {
        let messenger = Messenger<Int>(), recording = messenger.recorded(), line = #line + 3
        messenger.send(1)
        var reports = reports {
            recording.expectNothingMore()
        }
        #expect(reports.map(\.text) == ["The test hasn't checked these messages: [1]"])
        messenger.send(2)
        reports += await SwiftObserverTests.reports {
            await recording.expectNothingMore(for: .hangLimit)
        }
        #expect(reports.last?.text == "There's one more message: 2")
        #expect(reports.map(\.line) == [line, line + 5])
    }

    @Test func `a cancelled task gets no message and doesn't wait`() async {
        let messenger = Messenger<Int>(), recording = messenger.recorded()
        let task = Task {
            let reports = await reports {
                #expect(await recording.next(within: .hangLimit) == nil)
            }
            #expect(reports.first?.text.hasPrefix("No message arrived before the task was cancelled.") == true)
        }
        task.cancel()
        await task.value
        messenger.send(1)
        #expect(recording.takeAll() == [1])
    }
}

@Suite(.takingReports) struct LifetimeTrackerTests {

    @Test func `dead objects are fine`() {
        let lifetimes = LifetimeTracker()
        do {
            let dog = lifetimes.track(Dog()), messenger = lifetimes.track(Messenger<Int>())
            dog.observe(messenger) { _ in }
            #expect(lifetimes.alive == ["Dog", "Messenger<Int>"])
            withExtendedLifetime((dog, messenger)) {}
        }
        #expect(lifetimes.alive == [])
        lifetimes.expectAllDead()
    }

    @Test func `one that lives fails the test where it was tracked`() {
        let dog = Dog(), lifetimes = LifetimeTracker(), line = #line + 1
        lifetimes.track(dog, "the dog")
        let reports = reports { lifetimes.expectAllDead() }
        #expect(reports.map(\.text) == ["the dog is still alive."])
        #expect(reports.map(\.line) == [line])
    }

    @Test func `that's so if nobody asks, too`() {
        let dog = Dog()
        let reports = reports { LifetimeTracker().track(dog) }
        #expect(reports.map(\.text) == ["Dog is still alive."])
    }
}

@Suite struct ManualPlaceTests {

    @Test func `blocks run one at a time, oldest first, also those that are enqueued meanwhile`() {
        let place = ManualPlace(), numbers = Recorder<Int>()
        place.enqueue {
            numbers.record(1)
            place.enqueue { numbers.record(3) }
            #expect(!place.runNext())
        }
        place.enqueue { numbers.record(2) }
        #expect(place.blockCount == 2)
        #expect(place.runAll() == 3)
        #expect(numbers.values == [1, 2, 3])
        #expect(place.blockCount == 0)
    }
}

extension WatchSuite {

    @Suite(.takingReports) struct ExpectNoObservationsLeftTests {

        @Test func `observations that are left fail the test at the line`() async {
            let dog = Dog(), messenger = Messenger<Int>()
            await expectNoObservationsLeft {
                let short = Dog()
                short.observe(messenger) { _ in }
            }
            let line = #line + 2
            let reports = await reports {
                await expectNoObservationsLeft {
                    dog.observe(messenger) { _ in }
                    return
                }
            }
            #expect(reports.count == 1)
            #expect(reports.first?.text.contains("haven't ended: 1") == true)
            #expect(reports.map(\.line) == [line])
            Watch.stop()
            withExtendedLifetime(dog) {}
        }
    }
}
