import Dispatch
import SwiftObserver
import Testing

@testable import Lookout

/// The history of waiting messages.
struct HistoryTests {

    /// Observations on a queue that runs nothing, so that messages wait until the test ends.
    private final class Waiting: Observer, Sendable {

        let receiver = Receiver()
        let messenger: Messenger<Int>
        private let queue = DispatchQueue(label: "waiting")

        init(_ name: String = "numbers", observations: Int = 1) {
            messenger = Messenger(named: name)
            queue.suspend()
            for _ in 0..<observations { observe(messenger, on: queue) { _ in } }
        }

        deinit { queue.resume() }

        var inspection: ObservableInspection { messenger.inspect() }
    }

    @Test func numbersComeInTheOrderOfLooks() {
        let waiting = Waiting()
        var history = History()
        for number in 0..<3 {
            history.add([waiting.inspection])
            waiting.messenger.send(number)
        }
        #expect(history.numbers(of: waiting.inspection.observations[0]) == [0, 1, 2])
    }

    @Test func onlyTheLatestLooksAreRemembered() {
        let waiting = Waiting()
        var history = History()
        for number in 0..<History.looks + 10 {
            history.add([waiting.inspection])
            waiting.messenger.send(number)
        }
        #expect(history.numbers(of: waiting.inspection.observations[0]) == Array(10..<History.looks + 10))
    }

    @Test func nothingIsRememberedOfObservationsForWhichNothingWaited() {
        let waiting = Waiting()
        var history = History()
        history.add([waiting.inspection])
        #expect(history.numbers(of: waiting.inspection.observations[0]) == nil)
    }

    @Test func ofManyObservationsThoseAreRememberedForWhichMostMessagesWait() {
        let one = Waiting(observations: History.limit), other = Waiting("others")
        one.messenger.send(1)
        for number in 0..<2 { other.messenger.send(number) }
        var history = History()
        history.add([one.inspection, other.inspection])
        let remembered = one.inspection.observations.filter { history.numbers(of: $0) != nil }
        #expect(remembered.count == History.limit - 1)
        #expect(history.numbers(of: other.inspection.observations[0]) == [2])
    }
}
