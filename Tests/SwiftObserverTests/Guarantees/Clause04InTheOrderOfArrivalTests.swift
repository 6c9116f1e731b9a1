import SwiftObserver
import Testing

@Suite struct Clause04InTheOrderOfArrival {

    @Test func `who came first is called first`() {
        let messenger = Messenger<Void>(), dogs = (0..<50).map { _ in Dog() }, calls = Recorder<Int>()
        for (index, dog) in dogs.enumerated() { dog.observe(messenger) { calls.record(index) } }
        messenger.send(())
        #expect(calls.values == Array(0..<50))
        withExtendedLifetime(dogs) {}
    }

    @Test func `who leaves and comes back is the last one`() {
        let messenger = Messenger<Void>(), dogs = (0..<4).map { _ in Dog() }, calls = Recorder<Int>()
        for (index, dog) in dogs.enumerated() { dog.observe(messenger) { calls.record(index) } }
        dogs[1].stopObserving(messenger)
        dogs[1].observe(messenger) { calls.record(1) }
        messenger.send(())
        #expect(calls.values == [0, 2, 3, 1])
        withExtendedLifetime(dogs) {}
    }

    @Test func `gaps that many others leave, also during a delivery, change nothing`() {
        let messenger = Messenger<Int>(), dogs = (0..<100).map { _ in Dog() }, calls = Recorder<Int>()
        for (index, dog) in dogs.enumerated() {
            dog.observe(messenger) { message in
                calls.record(index)
                if message == 1 && index == 0 { for dog in dogs[50...] { dog.stopObserving(messenger) } }
            }
        }
        for (index, dog) in dogs.enumerated() where index % 3 == 1 { dog.stopObserving(messenger) }
        messenger.send(1)
        let expected = (0..<50).filter { $0 % 3 != 1 }
        #expect(calls.values == expected)
        calls.clear()
        dogs[99].observe(messenger) { _ in calls.record(99) }
        messenger.send(2)
        #expect(calls.values == expected + [99])
        messenger.stopBeingObserved()
        withExtendedLifetime(dogs) {}
    }

    @Test func `what several threads start amid deliveries is called in the order of each thread`() {
        let messenger = Messenger<Int>(), calls = Recorder<(message: Int, index: Int)>(), finished = Gate()
        let dogs = (0..<300).map { _ in Dog() }
        onThreads(3) { thread in
            for index in 0..<100 {
                let index = thread * 100 + index
                dogs[index].observe(messenger) { calls.record(($0, index)) }
                if index % 10 == 9 { messenger.send(index) }
            }
        }
        dogs[0].observe(messenger) { if $0 == -1 { finished.open() } }
        messenger.send(-1)
        #expect(finished.pass())
        let callsOfMessage = Dictionary(grouping: calls.values, by: \.message).mapValues { $0.map(\.index) }
        #expect(callsOfMessage[-1]?.sorted() == Array(0..<300))
        for indices in callsOfMessage.values {
            for thread in 0..<3 {
                let own = indices.filter { $0 / 100 == thread }
                #expect(own == own.sorted())
            }
        }
        withExtendedLifetime(dogs) {}
    }
}
