import Dispatch
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
                // changes the value during the comparison, so that the comparison is repeated
                if setsMeanwhile { variable.value = Nosy(7) } else { variable.value.number = 7 }
            }
        }
        variable.value = nosy
        #expect(calls.values == [0])
        #expect(updates.values == [[0, 7], [7, 1]])
        variable.value = Nosy(0)  // because the nosy value retains the variable
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

    @Test func `a change in place that is suspended stops with a message that says so`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let change = Task(executorPreference: ThreadForEachJob()) {
                func fill(_ value: inout [Int]) async {
                    value.append(1)
                    await Elsewhere().visit()
                }
                let list = Var([Int]())
                await fill(&list.value)
            }
            await change.value
        }
        let message = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
        #expect(message.contains("spanned an `await`"))
    }

    @Test func `who starts while a number is being changed in place gets the update`() {
        let number = Var(0), isInside = Gate(), hasStarted = Gate(), log = Recorder<Int>()
        onThreads(2) { thread in
            if thread == 0 {
                func change(_ value: inout Int) {
                    isInside.open()
                    #expect(hasStarted.pass())
                    value = 1
                }
                change(&number.value)
            } else {
                isInside.pass()
                number.observed { log.record($0.new) }
                hasStarted.open()
            }
        }
        number.value += 1
        #expect(log.values == [1, 2])
    }

    @Test func `who starts while a list is being changed in place gets the update or waits for the change`() {
        let list = Var([0]), isInside = Gate(), goOn = Gate(), log = Recorder<[Int]>()
        onThreads(2) { thread in
            if thread == 0 {
                func change(_ value: inout [Int]) {
                    isInside.open()
                    goOn.pass()
                    value.append(1)
                }
                change(&list.value)
            } else {
                isInside.pass()
                DispatchQueue(label: "opener").async { goOn.open() }
                list.observed { log.record($0.new) }
            }
        }
        list.value.append(2)
        let afterTheChange = [[0, 1, 2]], insideTheChange = [[0, 1]] + afterTheChange
        #expect(log.values == insideTheChange || log.values == afterTheChange)
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
            #expect(message.contains("SwiftObserver: a thread accessed the value of a variable"))
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

@Suite struct Clause15CombinationsFormAChain {

    @Test func `updates of a combination form a chain when threads set its variables and the whole`() {
        let left = Var(0), right = Var(0), both = left +++ right, dog = Dog(), done = Gate()
        let updates = Recorder<Update<Pair<Int, Int>>>(), overlaps = Recorder<Int>(), isBusy = LockedBox(false)
        dog.observe(both) { update in
            if isBusy.withLock({ isBusy in
                defer { isBusy = true }
                return isBusy
            }) {
                overlaps.record(update.new.left)
            }
            updates.record(update)
            isBusy.withLock { $0 = false }
            if update.new == Pair(.min, .min) { done.open() }
        }
        onThreads(4) { thread in
            for index in 1...500 {
                switch thread {
                case 0: left <- index
                case 1: right.value -= 1
                case 2: both <- index +++ thread
                default: both.value.right += 1
                }
            }
        }
        both <- .min +++ .min
        #expect(done.pass())
        #expect(isChain(updates.values, from: Pair(0, 0), to: both.value))
        #expect(both.value == Pair(left.value, right.value))
        #expect(overlaps.count == 0)
    }

    @Test func `every change of a part is one update of the combination`() {
        let left = Var(0), right = Var(0), both = left +++ right, dog = Dog(), done = Gate(), end = 500
        let updates = Recorder<Update<Pair<Int, Int>>>()
        dog.observe(both) { update in
            updates.record(update)
            if updates.count == 3 * end { done.open() }
        }
        onThreads(3) { thread in
            for _ in 0..<end {
                switch thread {
                case 0: left.value += 1
                case 1: right.int += 1
                default: both.value.left += 1
                }
            }
        }
        #expect(done.pass())
        #expect(updates.count == 3 * end)
        #expect(isChain(updates.values, from: Pair(0, 0), to: Pair(2 * end, end)))
        #expect(both.value == Pair(2 * end, end))
    }

    @Test func `no one sees one half of a change, neither in updates nor in values`() {
        let left = Var(0), right = Var(0), other = Var(0), both = left +++ right
        let mirrored = right +++ left, nested = (other +++ left) +++ right, dog = Dog(), done = Gate()
        let halves = Recorder<Pair<Int, Int>>(), all = Recorder<Pair<Int, Int>>()
        dog.observe(both) { update in
            all.record(update.new)
            if update.new.left != update.new.right { halves.record(update.new) }
            if update.new == Pair(.min, .min) { done.open() }
        }
        dog.observe(mirrored) { if $0.new.left != $0.new.right { halves.record($0.new) } }
        dog.observe(nested) {
            if $0.new.left.right != $0.new.right { halves.record(Pair($0.new.left.right, $0.new.right)) }
        }
        onThreads(4) { thread in
            for index in 1...400 {
                switch thread {
                case 0: both <- index +++ index
                case 1: mirrored <- -index +++ -index
                case 2: other <- index
                default:
                    let value = both.value, mirror = mirrored.value, triple = nested.value
                    if value.left != value.right { halves.record(value) }
                    if mirror.left != mirror.right { halves.record(mirror) }
                    if triple.left.right != triple.right { halves.record(Pair(triple.left.right, triple.right)) }
                }
            }
        }
        both <- .min +++ .min
        #expect(done.pass())
        #expect(halves.values == [])
        #expect(nested.value == Pair(Pair(400, .min), .min))
    }

    @Test func `what one combination shows, no other combination shows later as still to come`() {
        let counter = Var(0), other = Var(0), early = counter +++ other, late = other +++ counter,
            backwards = Recorder<Int>()
        onThreads(3) { thread in
            for _ in 0..<1000 {
                switch thread {
                case 0: counter.value += 1
                case 1: other.value += 1
                default:
                    let first = early.value.left, second = late.value.right, third = early.value.left
                    if first > second || second > third { backwards.record(first) }
                }
            }
        }
        #expect(backwards.values == [])
        #expect(early.value == Pair(1000, 1000))
        #expect(late.value == Pair(1000, 1000))
    }

    @Test func `on a queue, a combination never shows a variable older than that was heard before`() {
        let a = Var(0), b = Var(0), both = a +++ b, queue = DispatchQueue(label: "queue"), dog = Dog()
        let heard = LockedBox(Pair(0, 0)), wrong = Recorder<Pair<Int, Int>>()
        dog.observe(a, on: queue) { update in heard.withLock { $0.left = update.new } }
        dog.observe(b, on: queue) { update in heard.withLock { $0.right = update.new } }
        dog.observe(both, on: queue) { update in
            let heard = heard.withLock { $0 }
            if update.new.left < heard.left || update.new.right < heard.right { wrong.record(update.new) }
        }
        onThreads(3) { thread in
            for number in 1...2000 {
                if thread == 2 { both.value.left += 1 } else { (thread == 0 ? a : b).value += number % 2 + 1 }
            }
        }
        queue.sync {}
        #expect(wrong.values == [])
    }

    @Test func `combinations are created and die while threads set their variables`() {
        let left = Var(0), right = Var(0), both = left +++ right, dog = Dog(), halves = Recorder<Pair<Int, Int>>()
        onThreads(4) { thread in
            for index in 1...300 {
                switch thread {
                case 0: both <- index +++ index
                case 1: both <- -index +++ -index
                default:
                    let mortal = thread == 2 ? left +++ right : right +++ left, chain = LockedBox(mortal.value)
                    dog.observe(mortal) { update in
                        if update.new.left != update.new.right { halves.record(update.new) }
                        chain.withLock { $0 = update.new }
                    }
                    let value = (mortal +++ both).value
                    if value.left.left != value.left.right || value.left.left != value.right.left {
                        halves.record(value.left)
                    }
                }
            }
        }
        #expect(halves.values == [])
        #expect(both.value == Pair(left.value, right.value))
    }

    @Test func `threads that set overlapping combinations in all directions wait for each other but not forever`() {
        let a = Var(0), b = Var(0), c = Var(0), ab = a +++ b, bc = b +++ c, ca = c +++ a, all = ab +++ bc +++ ca
        onThreads(4) { thread in
            for index in 1...300 {
                switch thread {
                case 0: ab <- index +++ -index
                case 1: bc.value.left += 1
                case 2: ca <- index +++ -index
                default: all.value.left.right.right -= 1
                }
            }
        }
        #expect(all.value == Pair(Pair(ab.value, bc.value), ca.value))
        #expect(all.value == Pair(Pair(Pair(a.value, b.value), Pair(b.value, c.value)), Pair(c.value, a.value)))
    }

    @Test func `values are compared without a lock when a combination is set`() {
        let variable = Var(Nosy(0)), both = variable +++ Var(0), calls = Recorder<Int>()
        let dog = Dog(), updates = Recorder<[Int]>(), partUpdates = Recorder<[Int]>()
        dog.observe(both) { updates.record([$0.old.left.number, $0.new.left.number, $0.new.right]) }
        dog.observe(variable) { partUpdates.record([$0.old.number, $0.new.number]) }
        let nosy = Nosy(1) {
            if calls.count == 0 {
                calls.record(both.value.left.number)
                // changes the value during the comparison, so that the comparison is repeated
                variable.value.number = 7
            }
        }
        both <- nosy +++ 5
        #expect(calls.values == [0])
        #expect(updates.values == [[0, 7, 0], [7, 1, 5]])
        #expect(partUpdates.values == [[0, 7], [7, 1]])
        both <- Nosy(0) +++ 0  // because the nosy value retains the variable
    }

    @Test func `a thread that reads the combination while it's changed in place gets all of the change or nothing`() {
        let both = Var(0) +++ Var(0), changing = Gate(), sum = Recorder<Pair<Int, Int>>(), begun = Gate()
        @Sendable func change(_ value: inout Pair<Int, Int>) {
            value.left = 1
            changing.open()
            begun.pass()
            value.right = 1
        }
        onThreads(2) { thread in
            if thread == 0 {
                change(&both.value)
            } else {
                changing.pass()
                begun.open()
                sum.record(both.value)
            }
        }
        #expect(sum.values == [Pair(1, 1)] || sum.values == [Pair(0, 0)])
        #expect(both.value == Pair(1, 1))
    }

    @Test func `to touch a combination or its variables from inside a change of it stops with a message`() async {
        let readPart = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let number = Var(0), both = number +++ Var(0)
            func change(_ value: inout Pair<Int, Int>) { value.right = number.value }
            change(&both.value)
        }
        let read = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let both = Var(0) +++ Var(0)
            func change(_ value: inout Pair<Int, Int>) { value.right = both.value.left }
            change(&both.value)
        }
        let set = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let both = Var(0) +++ Var(0)
            func change(_ value: inout Pair<Int, Int>) { both <- 1 +++ 1 }
            change(&both.value)
        }
        let setFromPart = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let number = Var(0), both = number +++ Var(0)
            func change(_ value: inout Int) { both <- 1 +++ 1 }
            change(&number.value)
        }
        for result in [readPart, read, set, setFromPart] {
            let message = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
            #expect(message.contains("SwiftObserver: a thread accessed the value of a variable"))
        }
    }

    private func isChain(
        _ updates: [Update<Pair<Int, Int>>], from first: Pair<Int, Int>, to last: Pair<Int, Int>
    ) -> Bool {
        updates.first?.old == first && updates.last?.new == last
            && zip(updates, updates.dropFirst()).allSatisfy { $0.new == $1.old }
    }
}

/// A value that calls a closure when it's compared.
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
