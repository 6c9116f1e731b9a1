import SwiftObserver
import SwiftObserverTesting
import Testing

@Suite(.takingReports) struct RecordingFailureTests {

    @Test func `the next message is as expected, or the text says which one came, of what`() async {
        let messenger = Messenger<Int>(named: "numbers"), recording = messenger.recorded(), line = #line + 4
        for number in 1...3 { messenger.send(number) }
        let reports = await reports {
            await recording.expectNext(1)
            await recording.expectNext(7)
        }
        let summary = #"Recorded messages of "numbers" (Messenger<Int>): [1, 2, 3]."#
        #expect(reports.map(\.text) == ["Message 2 is 2. The test expects 7. \(summary)"])
        #expect(reports.map(\.line) == [line])
        await recording.expectNext(3)
    }

    @Test func `an expected message that comes late is waited for`() async {
        let messenger = Messenger<Int>(), recording = messenger.recorded()
        async let expectation: Void = recording.expectNext(1, within: .hangLimit)
        onThreads(1) { _ in messenger.send(1) }
        await expectation
    }

    @Test func `if nobody holds the observable, the text says so at once`() async {
        let sky = Messenger<Int>(), recording = sky.map { $0 }.recorded()
        let reports = await reports { await recording.expectNext(1, within: .hangLimit) }
        #expect(
            reports.map(\.text) == [
                "The observable was deallocated, so no more messages can arrive. "
                    + "Store it: a recording doesn't retain it. "
                    + "The test expects 1. Recorded messages of Map<Messenger<Int>, Int>: []."
            ])
    }

    @Test func `who waits when the observable is closed waits no longer`() async {
        let messenger = Messenger<Int>(), recording = messenger.recorded()
        let reports = await reports {
            async let message = recording.next(within: .hangLimit)
            _ = await messenger.close(within: .hangLimit)
            #expect(await message == nil)
        }
        #expect(
            reports.first?.text.hasPrefix(
                "The observation has ended, so no more messages can arrive. Recorded messages of") == true)
    }

    @Test func `a clock that wasn't moved on and blocks that didn't run are named`() async {
        let clock = ManualClock(), messenger = Messenger<Int>(), place = ManualPlace()
        let late = messenger.delay(by: .seconds(1), clock: clock), recording = late.recorded()
        let hopped = messenger.recorded(on: place)
        messenger.send(1)
        let reports = await reports {
            await recording.next(within: .expiring)
            await hopped.next(within: .expiring)
        }
        let file = "SwiftObserverTests/RecordingFailureTests.swift"
        for report in reports {
            #expect(report.text.contains("The clock of \(file):"))
            #expect(
                report.text.contains(
                    " may have to be advanced. Alarms that haven't rung: 1, the next due in 1.0 seconds."))
            #expect(report.text.contains("The place of \(file):"))
            #expect(report.text.contains(" may have to run its blocks. Blocks that haven't run: 1."))
        }
        clock.run()
        place.runAll()
        await recording.expectNext(1)
        await hopped.expectNext(1)
    }

    @Test func `the end is waited for, and behind all messages`() async {
        let messenger = Messenger<Int>(), recording = messenger.recorded()
        messenger.send(1)
        _ = await messenger.close(within: .hangLimit)
        let line = #line + 2
        let reports = await reports {
            await recording.expectEnd()
        }
        #expect(
            reports.first?.text.hasPrefix(
                "The test expects the end, but the next message is 1. Recorded messages of") == true)
        #expect(reports.map(\.line) == [line])
        await recording.expectEnd()
        #expect(recording.endTime != nil)
    }

    @Test func `an end that doesn't come fails the test`() async {
        let messenger = Messenger<Int>(), recording = messenger.recorded()
        let reports = await reports { await recording.expectEnd(within: .expiring) }
        #expect(reports.first?.text.hasPrefix("No message arrived within") == true)
        #expect(reports.first?.text.contains("The test expects the end.") == true)
        #expect(recording.endTime == nil)
        withExtendedLifetime(messenger) {}
    }

    @Test(arguments: [0, 1, 2]) func `each end counts as one`(way: Int) async {
        let dog = Dog()
        var messenger: Messenger<Int>? = Messenger()
        guard let recording = messenger?.recorded(on: ManualPlace()) else { return }
        switch way {
        case 0: messenger = nil
        case 1: messenger?.stopBeingObserved()
        default: _ = await messenger?.close(within: .hangLimit)
        }
        await recording.expectEnd(within: .hangLimit)
        withExtendedLifetime((dog, messenger)) {}
    }

    @Test func `a view needn't live, and isn't blamed`() async {
        let messenger = Messenger<Int>(), recording = messenger.view.recorded()
        _ = await messenger.close(within: .hangLimit)
        let reports = await reports { await recording.next(within: .hangLimit) }
        #expect(reports.first?.text.hasPrefix("The observation has ended") == true)
    }

    @Test func `texts are quoted, and losses are told`() async {
        let place = ManualPlace(), texts = Messenger<String>()
        let recording = texts.recorded(on: place, buffering: .newest(1))
        for text in ["a", "b", ""] { texts.send(text) }
        place.runAll()
        let reports = await reports { await recording.expectNext("a") }
        #expect(
            reports.map(\.text) == [
                #"Message 1 is "". The test expects "a". Recorded messages of Messenger<String>: [""]. "#
                    + "Dropped messages: 2."
            ])
    }

    @Test func `messages come with authors and times`() {
        let clock = ManualClock(), messenger = Messenger<Int>(), dog = Dog()
        let recording = messenger.recorded(clock: clock)
        messenger.send(1)
        clock.advance(by: .seconds(2))
        messenger.send(2, from: dog)
        #expect(recording.recordedMessages.map(\.message) == [1, 2])
        #expect(recording.recordedMessages.map(\.time) == [.zero, .seconds(2)])
        #expect(recording.recordedMessages[0].author === messenger && recording.recordedMessages[1].author === dog)
        recording.ignoreRest()
    }
}
