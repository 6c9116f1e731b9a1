import Testing

@testable import SwiftObserver

/// What remains when someone gave up waiting for room.
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

        let satisfied = state.addWaiter(first).count + state.addWaiter(second).count
        let wantedByFirst = waiting.wanted
        let others = state.removeWaiter(first)?.count
        let wantedBySecond = waiting.wanted
        let nobody = state.removeWaiter(second)?.count
        let wantedByNobody = waiting.wanted
        let again = state.removeWaiter(second)?.count

        #expect(isStarted && satisfied == 0)
        #expect(wantedByFirst == 1)
        #expect(others == 0)
        #expect(wantedBySecond == 2)
        #expect(nobody == 0)
        #expect(wantedByNobody == 0)
        #expect(again == nil)
    }
}
