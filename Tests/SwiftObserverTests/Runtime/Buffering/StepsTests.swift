import Testing

@testable import SwiftObserver

/// The steps of a consumer: one comparison with a number answers each question about it.
@Suite struct StepsTests {

    @Test func `the number is odd while something is handled`() {
        let steps = Steps()
        #expect(steps.isBusy == false)
        _ = steps.begin()
        #expect(steps.isBusy == true)
        _ = steps.begin()
        #expect(steps.isBusy == true)
        steps.finish()
        #expect(steps.isBusy == false)
        steps.finish()
        #expect(steps.isBusy == false)
        #expect(steps.progress.begun == 2)
    }

    @Test func `what was begun is done when the next one begins, or in a pause`() {
        let steps = Steps()
        #expect(steps.areDone(0) == true)
        #expect(steps.areDone(1) == false)
        _ = steps.begin()
        #expect(steps.progress == (1, true))
        #expect(steps.areDone(1) == false)
        _ = steps.begin()
        #expect(steps.progress == (2, true))
        #expect(steps.areDone(1) == true)
        #expect(steps.areDone(2) == false)
        steps.finish()
        #expect(steps.progress == (2, false))
        #expect(steps.areDone(2) == true)
        #expect(steps.areDone(3) == false)
    }

    @Test func `several begin at once`() {
        let steps = Steps()
        _ = steps.begin(3)
        #expect(steps.progress == (3, true))
        #expect(steps.areDone(2) == true)
        #expect(steps.areDone(3) == false)
        _ = steps.begin(2)
        #expect(steps.progress == (5, true))
        #expect(steps.areDone(4) == true)
    }

    @Test(arguments: 1...5)
    func `it rings as soon as fewer wait`(limit: Int) {
        let steps = Steps(), accepted = 4
        steps.setAlarm(Steps.step(below: limit, of: accepted))
        for begun in 1...accepted {
            let isRinging = steps.begin()
            #expect(isRinging == (accepted - begun < limit))
        }
    }

    @Test func `who waits until all is done is told in the pause, or when the next one begins`() {
        for isNext in [false, true] {
            let steps = Steps()
            steps.setAlarm(2)
            let isAwaitedEarly = steps.begin(), isAwaited = isNext ? steps.begin() : steps.finish()
            #expect(!isAwaitedEarly)
            #expect(isAwaited)
        }
    }

    @Test func `nobody waits for any number of messages by default, or below zero`() {
        let steps = Steps()
        #expect(steps.begin() == false)
        steps.setAlarm(Steps.step(below: .max, of: 1))
        #expect(steps.begin() == true)
        steps.setAlarm(Steps.step(below: 0, of: 1))
        #expect(steps.begin() == false)
    }
}
