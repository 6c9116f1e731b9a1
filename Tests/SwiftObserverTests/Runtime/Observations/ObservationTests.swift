import Dispatch
import Testing

@testable import SwiftObserver

@Suite struct ObservationTests {

    @Test func `an observation ends once, and tells only then`() {
        let office = PostOffice(), receiver = Receiver(), ends = Recorder<Bool>()
        let observations = (0..<3).map { _ in
            Observation<Int>(
                of: office, receiver: receiver.observations,
                handler: .message { _ in })
        }
        for observation in observations {
            #expect(receiver.add(observation, by: receiver))
            office.start(observation, ofMessenger: receiver)
        }
        ends.record(observations[1].end())
        ends.record(observations[1].end())
        #expect(ends.values == [true, false])
        #expect(office.observationCount == 2)
        #expect(!observations[0].isEnded && !observations[2].isEnded)
    }

    @Test func `of all threads that end an observation, one does`() {
        let office = PostOffice(), ends = Recorder<Int>(), count = 2000
        let observations = (0..<count).map { _ in
            Observation<Int>(of: office, handler: .message { _ in })
        }
        for observation in observations { office.start(observation, ofMessenger: ends) }
        onThreads(4) { _ in ends.record(observations.filter { $0.end() }.count) }
        #expect(ends.values.reduce(0, +) == count)
        #expect(office.observationCount == 0)
    }

    @Test func `a receiver that dies lets no observation start`() {
        let office = PostOffice(), receiver = Receiver()
        let observation = Observation<Int>(
            of: office, receiver: receiver.observations,
            handler: .message { _ in })
        receiver.observations.withLock { $0.close() }.unregister(because: .observerDied)
        #expect(!receiver.add(observation, by: receiver))
        #expect(observation.isEnded)
    }

    @Test func `of an observation that ends before its pending start begins, nothing is registered`() {
        let messenger = Messenger<Int>(), receiver = Receiver()
        let observation = Observation<Int>(
            of: messenger.office, receiver: receiver.observations, extras: ObservationExtras(),
            handler: .message { _ in })
        #expect(receiver.add(observation, by: receiver))
        observation.end()
        let pending = PendingStart(of: observation, ofMessenger: messenger)
        #expect(messenger.office.observationCount == 0)
        #expect(receiver.observations.withLock { $0.observations.count } == 0)
        withExtendedLifetime(pending) {}
    }

    @Test(arguments: [false, true])
    func `an observation that ends before it starts leaves no first message in line`(hasEnded: Bool) {
        let queue = DispatchQueue(label: "q"), office = PostOffice(on: Lane(of: queue)), deaths = Recorder<Int>()
        queue.suspend()
        let observation = Observation<Mortal>(
            of: office, handler: .message { _ in })
        if hasEnded { observation.end() }
        func start() {
            let message = Mortal { deaths.record(1) }
            var work = DeferredWork()
            let delivery = office.register(observation, ofMessenger: deaths) {
                $0.post(message, to: observation, from: nil, isFarewell: false, by: .current, office: office, &work)
            }
            if let delivery { office.perform(delivery, &work, message, from: nil) }
        }
        start()
        #expect(deaths.count == (hasEnded ? 1 : 0))
        #expect(office.observationCount == (hasEnded ? 0 : 1))
        queue.resume()
        queue.sync {}
        observation.end()
        #expect(deaths.count == 1)
    }
}
