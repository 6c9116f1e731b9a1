import Testing

@testable import SwiftObserver

@Suite struct FirstObservationTests {

    @Test func `what nobody has ever observed can be asked, sent through and closed`() {
        let messenger = Messenger<Int>(), dog = Dog()
        messenger.send(1)
        messenger.stopBeingObserved()
        dog.stopObserving(messenger)
        #expect(!dog.isObserving(messenger))
        #expect(messenger.office.observationCount == 0)
        #expect(!messenger.office.isObserved)
    }

    @Test func `observers that start first at the same time all get what is sent after that`() {
        for round in 0..<500 {
            let messenger = Messenger<Int>(), heard = (0..<4).map { _ in Recorder<Int>() },
                dogs = heard.map { _ in Dog() }
            onThreads(4) { index in
                if index == 3 { messenger.send(-1) }
                dogs[index].observe(messenger) { heard[index].record($0) }
                messenger.send(index)
            }
            messenger.send(round)
            #expect(messenger.office.observationCount == 4)
            for (index, heard) in heard.enumerated() {
                #expect(heard.values.contains(index) && heard.values.last == round)
            }
            withExtendedLifetime(dogs) {}
        }
    }

    @Test func `a variable that is set while its first observer starts misses no update`() {
        for _ in 0..<500 {
            let variable = Var("0"), dog = Dog(), updates = Recorder<Update<String>>()
            onThreads(2) { index in
                if index == 0 {
                    for number in 1...5 { variable <- "\(number)" }
                } else {
                    dog.observe(variable) { updates.record($0) }
                }
            }
            variable <- "end"
            let all = updates.values
            #expect(zip(all, all.dropFirst()).allSatisfy { $0.new == $1.old })
            #expect(all.last?.new == "end")
            withExtendedLifetime(dog) {}
        }
    }

    @Test(arguments: [false, true])
    func `offices know the types of their observations`(isFirstWithAuthor: Bool) {
        let office = PostOffice(), plain = Handler<String>.message { _ in },
            withAuthor = Handler<String>.messageWithAuthor { _, _ in }
        func expectTypes() {
            #expect(office.observationType(for: plain) == Observation<String>.self)
            #expect(office.observationType(for: withAuthor) == ObservationWithAuthor<String>.self)
        }
        let first = isFirstWithAuthor ? withAuthor : plain
        let observation = office.observationType(for: first).init(of: office, handler: first)
        expectTypes()
        office.start(observation, ofMessenger: observation)
        expectTypes()
        observation.end()
        expectTypes()
    }
}
