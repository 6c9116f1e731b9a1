import Dispatch
import SwiftObserver
import Testing

/// Transforms of observations, in chains.
@Suite struct TransformsInChainsTests {

    private let dog = Dog(), joe = Mortal(), hal = Mortal(), log = Recorder<String>()

    @Test func `a chain ends with the handler`() {
        let title = Var<String?>(), log = log
        dog.observe(title).new().unwrap("Untitled").map({ $0.count }) { titleLength in log.record("\(titleLength)") }
        title.value = "abc"
        title.value = nil
        #expect(log.values == ["3", "8"])
    }

    @Test func `a chain that has not ended observes nothing`() {
        let messenger = Messenger<Int>()
        let chain = dog.observe(messenger).map { $0 + 1 }
        #expect(!dog.isObserving(messenger))
        let log = log
        chain.receive { log.record("\($0)") }
        #expect(dog.isObserving(messenger))
        messenger.send(1)
        #expect(log.values == ["2"])
    }

    @Test func `trailing closures read from top to bottom`() {
        let numbers = Messenger<Int>(), log = log
        dog.observe(numbers).map {
            "\($0)"
        }.filter {
            $0.count > 1
        }.map {
            Int.init($0)
        }.unwrap {
            log.record("\($0)")
        }
        for number in [1, 10, 100] { numbers.send(number) }
        #expect(log.values == ["10", "100"])
    }

    @Test func `every transform ends a chain, with and without the author`() {
        let text = Messenger<Int?>(), update = Var(0), log = log, joe = joe, hal = hal
        let note: @Sendable (String, AnyObject) -> Void = { log.record("\($0) \($1 === joe)") }
        dog.observe(text).map({ $0 ?? 0 }) { log.record("map \($0)") }
        dog.observe(text).map { $0 ?? 0 }.withAuthor().receive { note("map \($0)", $1) }
        dog.observe(text).filter({ $0 != nil }) { log.record("filter \($0!)") }
        dog.observe(text).filter { $0 != nil }.withAuthor().receive { note("filter \($0!)", $1) }
        dog.observe(text).select(1) { log.record("select") }
        dog.observe(text).select(1).withAuthor().receive { note("select", $1) }
        dog.observe(text).unwrap { log.record("unwrap \($0)") }
        dog.observe(text).unwrap().withAuthor().receive { note("unwrap \($0)", $1) }
        dog.observe(text).unwrap(7) { log.record("default \($0)") }
        dog.observe(text).unwrap(7).withAuthor().receive { note("default \($0)", $1) }
        dog.observe(text).from(joe) { log.record("from \($0!)") }
        dog.observe(text).from(joe).withAuthor().receive { note("from \($0!)", $1) }
        dog.observe(text).notFrom(hal) { log.record("not from \($0!)") }
        dog.observe(text).notFrom(hal).withAuthor().receive { note("not from \($0!)", $1) }
        dog.observe(text).filterAuthor({ $0 === joe }) { log.record("author \($0!)") }
        dog.observe(text).filterAuthor { $0 === joe }.withAuthor().receive { note("author \($0!)", $1) }
        dog.observe(text).receive { log.record("receive \($0!)") }
        dog.observe(text).withAuthor().receive { note("receive \($0!)", $1) }
        text.send(1, from: joe)
        let names = [
            "map 1", "filter 1", "select", "unwrap 1", "default 1", "from 1", "not from 1", "author 1", "receive 1",
        ]
        #expect(log.values == names.flatMap { [$0, "\($0) true"] })

        log.clear()
        dog.observe(update).new { log.record("new \($0)") }
        dog.observe(update).new().withAuthor().receive { note("new \($0)", $1) }
        update.set(1, as: joe)
        #expect(log.values == ["new 1", "new 1 true"])
    }

    @Test func `suppressing transforms suppress`() {
        let text = Messenger<Int?>(), log = log, hal = hal
        dog.observe(text).filter({ _ in false }) { _ in log.record("filter") }
        dog.observe(text).select(1) { log.record("select") }
        dog.observe(text).unwrap { _ in log.record("unwrap") }
        dog.observe(text).from(joe) { _ in log.record("from") }
        dog.observe(text).notFrom(hal) { _ in log.record("not from") }
        dog.observe(text).filterAuthor({ $0 !== hal }) { _ in log.record("author") }
        dog.observe(text).unwrap(7) { log.record("default \($0)") }
        text.send(nil, from: hal)
        #expect(log.values == ["default 7"])
    }

    @Test func `free observers chain as well`() {
        let numbers = Messenger<Int>(), log = log
        observe(numbers).map { $0 * 2 }.receive { log.record("a\($0)") }
        numbers.observed().filter { $0 > 1 }.receive { log.record("b\($0)") }
        numbers.send(1)
        numbers.send(2)
        FreeObserver.shared.stopObserving(numbers)
        numbers.send(3)
        #expect(log.values == ["a2", "a4", "b2"])
    }

    @Test func `chains run on a queue`() {
        let numbers = Messenger<Int>(), log = log, queue = DispatchQueue(label: "q"), joe = joe
        dog.observe(numbers).on(queue).map {
            dispatchPrecondition(condition: .onQueue(queue))
            return $0 + 1
        }.receive {
            dispatchPrecondition(condition: .onQueue(queue))
            log.record("a\($0)")
        }
        dog.observe(numbers).on(queue).from(joe).withAuthor().receive { message, author in
            log.record("b\(message)\(author === joe)")
        }
        observe(numbers).on(queue).select(1) { log.record("c") }
        numbers.observed().on(queue).receive { log.record("d\($0)") }
        numbers.send(1, from: joe)
        queue.sync {}
        #expect(log.values == ["a2", "b1true", "c", "d1"])
        FreeObserver.shared.stopObserving(numbers)
    }
}
