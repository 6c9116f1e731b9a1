import SwiftObserver
import Testing

@Suite struct WeakTests {

    @Test func `a weak stand-in passes messages on and keeps nothing alive`() {
        var number: Var<Int>? = Var(12)
        let weak = Weak(number!), dog = Dog(), log = Recorder<Update<Int>>()
        dog.observe(weak) { log.record($0) }
        number?.value = 13
        #expect(log.values == [Update(12, 13)])
        #expect(weak.observable === number)
        #expect(weak.observable?.value == 13)
        number = nil
        #expect(weak.observable == nil)
        weak.send(Update(1, 2))
        #expect(log.count == 2)
    }

    @Test func `weak stand-ins live in data structures and as origins`() {
        let dog = Dog(), log = Recorder<Int>()
        var number: Var<Int>? = Var(1)
        var weakNumbers = [Weak<Var<Int>>]()
        weakNumbers.append(Weak(number!))
        let new = weakNumbers[0].new()
        dog.observe(new) { log.record($0) }
        number?.value = 2
        number = nil
        #expect(new.origin.observable == nil)
        #expect(log.values == [2])
    }

    @Test func `a weak stand-in passes on last words`() {
        let dog = Dog(), log = Recorder<String>()
        var dying: Dying? = Dying()
        let weak = Weak(dying!)
        dog.observe(weak) { log.record($0) }
        dying = nil
        #expect(log.values == ["farewell"])
        #expect(weak.observable == nil)
    }
}

private final class Dying: Observable, Sendable {
    let messenger = Messenger<String>()
    deinit { send("farewell") }
}
