import SwiftObserver
import Testing

@Suite struct ObservationTests {

    @Test func `an observer gets the messages of what it observes`() {
        let dog = Dog(), messenger = Messenger<Int>(), messages = Recorder<Int>()
        dog.observe(messenger) { messages.record($0) }
        messenger.send(1)
        messenger.send(2)
        #expect(messages.values == [1, 2])
    }
}
