import Testing

@testable import SwiftObserver

/// State that remains when a waiter gives up waiting for room.
@Suite struct RoomGivenUpTests {

    private final class Waiting: Backlog, @unchecked Sendable {
        var wanted = 0
        override var count: Int { 5 }
        override func want(below limit: Int) { wanted = limit }
    }

    @Test func `nobody is told of room any more when the last one gave up`() {
        let waiting = Waiting(), messenger = Messenger<Int>()
        let observation = Observation<Int>(
            of: PostOffice(), extras: ObservationExtras(inlet: AnyInlet(waiting, isForLoops: true)),
            handler: .message { _ in })
        var state = PostOfficeState(for: Observation<Int>.self), rest = PostOfficeState.StartRest()
        let isStarted = state.start(observation, ofMessenger: messenger, &rest)
        let first = RoomWaiter(below: 1) {}, second = RoomWaiter(below: 2) {}
        var work = DeferredWork()

        state.addWaiter(first, &work)
        state.addWaiter(second, &work)
        let wantedByFirst = waiting.wanted
        let isFirstRemoved = state.removeWaiter(first, &work)
        let wantedBySecond = waiting.wanted
        let isSecondRemoved = state.removeWaiter(second, &work)
        let wantedByNobody = waiting.wanted
        let isRemovedAgain = state.removeWaiter(second, &work)

        #expect(isStarted)
        #expect(wantedByFirst == 1)
        #expect(isFirstRemoved)
        #expect(wantedBySecond == 2)
        #expect(isSecondRemoved)
        #expect(wantedByNobody == 0)
        #expect(!isRemovedAgain)
        #expect(work.isEmpty == true)
    }
}
