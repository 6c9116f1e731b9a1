import Foundation
import SwiftObserver
import Testing

@Suite struct VariableTests {

    @Test func `a variable is created with or without a value`() {
        #expect(Var(23).value == 23)
        #expect(Var<String?>().value == nil)
        #expect(Var<Int?>(5).value == 5)
        #expect(Var<Int>().value == 0)
        #expect(Var<Double>().value == 0)
        #expect(Var<String>().value == "")
        let variable: Variable<Int> = Var(1)
        #expect(variable.value == 1)
    }

    @Test func `a variable is set directly and by operator`() {
        let text = Var<String?>(), number = Var(23)
        text.value = "a text"
        #expect(text.value == "a text")
        text <- nil
        #expect(text.value == nil)
        number <- 42
        #expect(number.value == 42)
        let some: Var<Int>? = number, none: Var<Int>? = nil
        some <- 43
        none <- 44
        #expect(number.value == 43)
    }

    @Test func `a variable sends an update whenever its value changes`() {
        let dog = Dog(), number = Var(42), log = Recorder<Update<Int>>()
        dog.observe(number) { log.record($0) }
        number.value = 50
        number.value = 50
        number <- 50
        number <- 51
        number.value += 1
        number.value += 0
        #expect(log.values == [Update(42, 50), Update(50, 51), Update(51, 52)])
    }

    @Test func `setting an equal value that looks different keeps the old one`() {
        let number = Var(0.0), text = Var("\u{e9}"), both = number +++ text, dog = Dog(), updates = Recorder<Bool>()
        dog.observe(number) { _ in updates.record(true) }
        dog.observe(text) { _ in updates.record(true) }
        number <- -0.0
        text <- "e\u{301}"
        #expect(number.value.sign == .plus && both.value.left.sign == .plus)
        #expect(text.value.utf8.count == 2 && both.value.right.utf8.count == 2)
        #expect(updates.count == 0)
        number <- .nan
        number <- .nan
        #expect(updates.count == 2)
        withExtendedLifetime(dog) {}
    }

    @Test func `send repeats the current value`() {
        let dog = Dog(), number = Var(42), log = Recorder<Update<Int>>()
        dog.observe(number) { log.record($0) }
        number.send()
        #expect(log.values == [Update(42, 42)])
        #expect(number.latestMessage == Update(42, 42))
    }

    @Test func `an update that someone sends does not change the value`() {
        let dog = Dog(), number = Var(1), log = Recorder<Update<Int>>()
        dog.observe(number) { log.record($0) }
        number.send(Update(7, 8))
        #expect(log.values == [Update(7, 8)])
        #expect(number.value == 1)
    }

    @Test func `a handler may set the variable`() {
        let dog = Dog(), number = Var(0), log = Recorder<Update<Int>>(), box = WeakBox(number)
        dog.observe(number) {
            log.record($0)
            if $0.new < 3 { box.object?.value += 1 }
        }
        number.value = 1
        #expect(log.values == [Update(0, 1), Update(1, 2), Update(2, 3)])
        #expect(number.value == 3)
    }

    @Test func `values change in place, with one update`() {
        let dog = Dog(), list = Var([1]), log = Recorder<Update<[Int]>>()
        dog.observe(list) { log.record($0) }
        list.value.append(2)
        list.value[0] = 9
        #expect(list.value == [9, 2])
        #expect(log.values == [Update([1], [1, 2]), Update([1, 2], [9, 2])])
    }

    @Test func `changes on many threads form a chain`() {
        let dog = Dog(), number = Var(0), log = Recorder<Update<Int>>()
        dog.observe(number) { log.record($0) }
        onThreads(4) { index in
            for value in 1...200 { if index == 0 { number.value = -value } else { number.value += 1 } }
        }
        let updates = log.values
        for (one, next) in zip(updates, updates.dropFirst()) { #expect(one.new == next.old) }
        #expect(updates.first?.old == 0)
    }

    @Test func `variables are equal and ordered by their values`() {
        #expect(Var(1) == Var(1))
        #expect(Var(1) != Var(2))
        #expect(Var(1) < Var(2))
        #expect(Var("b") > Var("a"))
        #expect([Var(3), Var(1), Var(2)].sorted().map { $0.value } == [1, 2, 3])
        #expect([Var(3), Var(1)].max() == Var(3))
        #expect(Var<Int?>() == Var<Int?>(nil))
        #expect(Var(Uncomparable(id: 1)) == Var(Uncomparable(id: 1)))
    }

    @Test func `updates are created with nil and compare by value`() {
        #expect(Update<Int?>() == Update(nil, nil))
        #expect(Update(1, 2) != Update(1, 3))
        #expect(Set([Update(1, 2), Update(1, 2)]).count == 1)
    }

    @Test func `variables are encoded and decoded`() throws {
        let model = Model()
        model.text.value = "changed"
        let data = try JSONEncoder().encode(model)
        #expect(String(decoding: data, as: UTF8.self) == #"{"text":{"storedValue":"changed"}}"#)
        #expect(try JSONDecoder().decode(Model.self, from: data).text.value == "changed")
        let number = try JSONDecoder().decode(Var<Int>.self, from: Data(#"{"storedValue":7}"#.utf8))
        #expect(number.value == 7)
        let optional = try JSONDecoder().decode(
            Var<Int?>.self, from: JSONEncoder().encode(Var<Int?>(3)))
        #expect(optional.value == 3)
        let none = try JSONDecoder().decode(Var<Int?>.self, from: JSONEncoder().encode(Var<Int?>()))
        #expect(none.value == nil)
    }

    @Test func `a decoded variable is observable`() throws {
        let number = try JSONDecoder().decode(Var<Int>.self, from: Data(#"{"storedValue":7}"#.utf8))
        let dog = Dog(), log = Recorder<Update<Int>>()
        dog.observe(number) { log.record($0) }
        number.value = 8
        #expect(log.values == [Update(7, 8)])
    }

    @Test func `values need not be codable or comparable`() {
        let variable = Var(Uncomparable(id: 1))
        variable.value.id = 2
        #expect(variable.value.id == 2)
    }

    @Test func `the old value may read the variable as it dies`() {
        let deaths = Recorder<Int>(), holder = LockedBox<Var<Identified>?>(nil)
        let variable = Var(Identified(1) { deaths.record(holder.withLock { $0 }?.value.id ?? 0) })
        holder.withLock { $0 = variable }
        variable.value = Identified(2) {}
        #expect(deaths.values == [2])
        holder.withLock { $0 = nil }
    }
}

private final class Model: Codable {
    private(set) var text = Var("String Variable")
}

private struct Uncomparable: Equatable { var id: Int }

private final class Identified: Equatable, Sendable {
    let id: Int
    private let mortal: Mortal
    init(_ id: Int, onDeath: @escaping @Sendable () -> Void) {
        self.id = id
        mortal = Mortal(onDeath: onDeath)
    }
    static func == (left: Identified, right: Identified) -> Bool { left.id == right.id }
}
