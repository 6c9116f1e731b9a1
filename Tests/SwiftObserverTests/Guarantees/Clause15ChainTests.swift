import SwiftObserver
import Testing

@Suite struct Clause15UpdatesFormAChain {

    @Test func `each kind of change sends one update, and an equal value sends none`() {
        let dog = Dog(), number = Var(1), text = Var("a"), list = Var([1])
        let numbers = Recorder<Update<Int>>(), texts = Recorder<Update<String>>(), lists = Recorder<Update<[Int]>>()
        dog.observe(number) { numbers.record($0) }
        dog.observe(text) { texts.record($0) }
        dog.observe(list) { lists.record($0) }
        number <- 2
        number <- 2
        number.value += 3
        number.value += 0
        number.int -= 1
        text.string += "b"
        text.string += ""
        list.value.append(2)
        list.value.removeAll { $0 == 7 }
        #expect(numbers.values == [Update(1, 2), Update(2, 5), Update(5, 4)])
        #expect(texts.values == [Update("a", "ab")])
        #expect(lists.values == [Update([1], [1, 2])])
    }

    @Test func `updates form a chain when handlers change the variable`() {
        let dog = Dog(), cat = Dog(), number = Var(0), updates = Recorder<Update<Int>>()
        dog.observe(number) { update in
            if update.new < 10 { number.value += 1 }
            if update.new == 3 { number <- 20 }
        }
        cat.observe(number) { updates.record($0) }
        number <- 1
        #expect(isChain(updates.values, from: 0, to: number.value))
        #expect(updates.values.contains { $0.new == 20 })
    }

    @Test(arguments: [true, false])
    func `handlers find the variable unlocked, whichever way it was changed`(inPlace: Bool) {
        let dog = Dog(), number = Var(0), text = Var("a"), found = Recorder<Int>(), foundTexts = Recorder<String>()
        dog.observe(number) { _ in
            found.record(number.value)
            onOtherThread { found.record(number.value) }
        }
        dog.observe(text) { _ in foundTexts.record(text.value) }
        if inPlace { number.value += 1 } else { number.value = 1 }
        if inPlace { text.value.append("b") } else { text.value = "ab" }
        #expect(found.values == [1, 1])
        #expect(foundTexts.values == ["ab"])
        dog.stopObserving()
    }

    @Test func `a change in place that throws leaves what it did, sends it, and blocks nobody`() {
        let dog = Dog(), number = Var(0), updates = Recorder<Update<Int>>()
        dog.observe(number) { updates.record($0) }
        #expect(throws: Interruption.self) { try interrupt(&number.value) }
        #expect(number.value == 5)
        #expect(updates.values == [Update(0, 5)])
        onOtherThread { number.value += 1 }
        #expect(updates.values == [Update(0, 5), Update(5, 6)])
    }

    @Test(arguments: [false, true])
    func `values are compared without a lock when a value is set`(setsMeanwhile: Bool) {
        let variable = Var(Nosy(0)), calls = Recorder<Int>(), dog = Dog(), updates = Recorder<[Int]>()
        dog.observe(variable) { updates.record([$0.old.number, $0.new.number]) }
        let nosy = Nosy(1) {
            if calls.count == 0 {
                calls.record(variable.value.number)
                // changes the value meanwhile, so that the comparison is repeated
                if setsMeanwhile { variable.value = Nosy(7) } else { variable.value.number = 7 }
            }
        }
        variable.value = nosy
        #expect(calls.values == [0])
        #expect(updates.values == [[0, 7], [7, 1]])
        variable.value = Nosy(0)  // the nosy one holds on to the variable
    }

    @Test func `threads that change in place lose nothing, and their updates form a chain`() {
        let number = Var(0), dog = Dog(), updates = Recorder<Update<Int>>(), end = 1000, done = Gate()
        dog.observe(number) { update in
            updates.record(update)
            if updates.count == 4 * end { done.open() }
        }
        onThreads(4) { thread in
            for _ in 0..<end {
                if thread.isMultiple(of: 2) { number.value += 1 } else { number.int += 1 }
            }
        }
        #expect(number.value == 4 * end)
        #expect(done.pass())
        #expect(isChain(updates.values, from: 0, to: 4 * end))
        #expect(updates.count == 4 * end)
    }

    @Test func `threads that set different values make a chain`() {
        let number = Var(0), dog = Dog(), updates = Recorder<Update<Int>>(), done = Gate()
        dog.observe(number) { update in
            updates.record(update)
            if update.new == .min { done.open() }
        }
        onThreads(4) { thread in
            for index in 1...1500 { number <- thread * 10_000 + index }
        }
        number <- .min
        #expect(done.pass())
        #expect(isChain(updates.values, from: 0, to: .min))
    }

    @Test func `to touch a variable from inside its own change in place stops with a message that says so`() async {
        let read = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let number = Var(0)
            func change(_ value: inout Int) { value = number.value + 1 }
            change(&number.value)
        }
        let set = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let number = Var(0)
            func change(_ value: inout Int) { number <- value + 1 }
            change(&number.value)
        }
        for result in [read, set] {
            let message = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
            #expect(message.contains("SwiftObserver: the value of a variable was touched"))
            #expect(message.contains("`variable.value.modify { variable.value }`"))
            #expect(message.contains("`variable.value = newValue`"))
        }
    }

    private struct Interruption: Error {}

    private func interrupt(_ value: inout Int) throws {
        value = 5
        throw Interruption()
    }

    private func isChain(_ updates: [Update<Int>], from first: Int, to last: Int) -> Bool {
        updates.first?.old == first && updates.last?.new == last
            && zip(updates, updates.dropFirst()).allSatisfy { $0.new == $1.old }
    }
}

/// A value that calls somebody when it's compared.
private struct Nosy: Equatable, Sendable {
    var number: Int
    private let onCompare: (@Sendable () -> Void)?

    init(_ number: Int, onCompare: (@Sendable () -> Void)? = nil) {
        self.number = number
        self.onCompare = onCompare
    }

    static func == (left: Nosy, right: Nosy) -> Bool {
        left.onCompare?()
        right.onCompare?()
        return left.number == right.number
    }
}
