import Dispatch
import Testing

@testable import SwiftObserver

/// Ending observations and waiting, also for ends that another thread has only marked.
@Suite struct EndRequestTests {

    private let sky = Messenger<Int>()
    private let dog = Dog()
    private let queue = DispatchQueue(label: "queue")

    @Test(arguments: [true, false])
    func `an observation is waited for that starts and is marked as ended meanwhile`(ofOneObservable: Bool) throws {
        let slow = SlowHandler(), receiver = dog.receiver.observations
        var marked: AnyObservation?
        let request = EndRequest(of: receiver, at: ofOneObservable ? sky.office : nil) {
            dog.observe(sky, on: queue, receive: slow.receive)
            sky.send(1)
            #expect(slow.begins())
            marked = receiver.withLock { $0.observations.first }
            _ = marked?.markEnded()
            dog.stopObserving()
        }
        let isDoneEarly = request.wait(atMost: .expiring)
        #expect(!isDoneEarly)
        slow.end()
        queue.sync {}
        try #require(marked).finishEnd(because: .stopped)
        #expect(receiver.withLock { $0.observations.isEmpty })
    }
}
