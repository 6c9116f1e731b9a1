import Testing

@testable import SwiftObserver

@Suite struct BufferedWeakTests {

    @Test func `it has the latest message right from the start and beyond the death of the other one`() {
        var number: Var<Int>? = Var(1)
        let box = WeakBox(number!), weak = BufferedWeak(number!)
        #expect(weak.latestMessage == Update(1, 1))
        #expect(weak.observable === number)
        number! <- 2
        #expect(weak.latestMessage == Update(1, 2))
        number = nil
        #expect(!box.isAlive)
        #expect(weak.observable == nil)
        #expect(weak.latestMessage == Update(1, 2))
    }

    @Test func `it stops observing when it dies`() {
        let number = Var(1)
        var weak: BufferedWeak<Var<Int>>? = BufferedWeak(number)
        #expect(weak?.latestMessage.new == 1)
        #expect(number.office.observationCount == 1)
        weak = nil
        #expect(number.office.observationCount == 0)
    }

    @Test func `it passes on messages and their authors`() {
        let dog = Dog(), joe = Mortal(), number = Var(1), weak = BufferedWeak(number), log = Recorder<String>()
        dog.observe(weak) { update, author in log.record("\(update.new) \(author === joe)") }
        number.set(2, as: joe)
        number <- 3
        weak.send()
        #expect(log.values == ["2 true", "3 false", "3 false"])
    }

    @Test func `what is sent through it becomes its latest message`() {
        let number = Var(1), weak = BufferedWeak(number)
        weak.send(Update(7, 8))
        #expect(weak.latestMessage == Update(7, 8))
        #expect(number.value == 1)
    }

    @Test func `it can be combined and be the origin of a buffered transform`() {
        let dog = Dog(), text = Var("a"), log = Recorder<String>()
        var number: Var<Int>? = Var(1)
        let weak = BufferedWeak(number!), doubled = weak.new().map { $0 * 2 }
        dog.observe(text, weak) { log.record("\($0.new) \($1.new)") }
        number! <- 2
        number = nil
        text <- "b"
        #expect(log.values == ["a 2", "b 2"])
        #expect(doubled.latestMessage == 4)
    }

    @Test func `observations can start with its latest message, without a gap`() {
        let dog = Dog(), number = Var(0), weak = BufferedWeak(number), log = Recorder<Int>(), done = Gate()
        onThreads(2) { thread in
            if thread == 0 {
                for value in 1...200 { number <- value }
            } else {
                dog.observe(weak.startingWithLatest()) { update in
                    log.record(update.new)
                    if update.new == 200 { done.open() }
                }
            }
        }
        #expect(done.pass())
        #expect(log.values == Array((log.values.first ?? 0)...200))
    }

    @Test func `it leaves nothing behind`() {
        let mortals = Messenger<Mortal?>().buffer(), deaths = Recorder<Int>()
        mortals.send(Mortal { deaths.record(0) })
        var weak: BufferedWeak? = BufferedWeak(mortals)
        mortals.send(Mortal { deaths.record(1) })
        #expect(deaths.values == [0])
        mortals.send(nil)
        #expect(deaths.values == [0, 1])
        let box = WeakBox(weak!)
        weak = nil
        #expect(!box.isAlive)
        mortals.send(nil)
    }

    @Test func `while it is created, no message of other threads is missed`() {
        for _ in 0..<50 {
            let number = Var(0), created = LockedBox<[BufferedWeak<Var<Int>>]>([])
            onThreads(2) { thread in
                if thread == 0 {
                    for value in 1...20 { number <- value }
                } else {
                    let weak = BufferedWeak(number)
                    created.withLock { $0 = [weak] }
                }
            }
            #expect(created.withLock { $0[0].latestMessage.new } == 20)
        }
    }

    @Test func `the old message may read it as it dies`() {
        let mortals = Messenger<Mortal?>().buffer(), deaths = Recorder<Bool>(), weak = BufferedWeak(mortals)
        let box = WeakBox(weak)
        mortals.send(Mortal { deaths.record(box.object?.latestMessage == nil) })
        mortals.latestMessage = nil
        mortals.send(nil)
        #expect(deaths.values == [true])
    }
}
