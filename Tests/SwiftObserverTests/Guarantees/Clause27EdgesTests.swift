import Dispatch
import SwiftObserver
import Testing

/// Derived values: order in place, slow functions, ends, waits and mistakes.
@Suite struct Clause27Edges {

    private let price = Var(1), amount = Var(1), dog = Dog(), cat = Dog(), heard = Recorder<String>()

    private func hear(_ total: Derived<Int>, by listener: Dog? = nil, as name: String = "t") {
        (listener ?? dog).observe(total) { [heard] in heard.record("\(name)\($0.new)") }
    }

    // MARK: - Order in place

    @Test func `a start that waits doesn't delay the end of observations when the value is deallocated`() {
        let tens = Var(0), units = Var(0), dog = Dog(), cat = Dog(), heard = Recorder<String>()
        let whole = LockedBox<Derived<Int>?>(Derived(tens, units) { 10 * $0 + $1 })
        if let whole = whole.withLock({ $0 }) { dog.observe(whole) { heard.record("dog \($0.new)") } }
        dog.observe(tens) {
            guard $0.new == 1 else { return }
            tens <- 2
            if let whole = whole.withLock({ $0 }) { cat.observe(whole) { heard.record("cat \($0.new)") } }
            units <- 1
            whole.withLock { $0 = nil }
            units <- 2
            units <- 3
        }
        tens <- 1
        #expect(heard.values == ["dog 10", "dog 20", "dog 21", "cat 21"])
        tens <- 3
        #expect(heard.values.count == 4)
    }

    @Test func `a source's pending updates come before the update they cause`() {
        let total = Derived(price) { 10 * $0 }
        hear(total)
        dog.observe(price) { [price, heard] in
            heard.record("a\($0.new)")
            if $0.new < 4 { price <- $0.new + 1 }
        }
        cat.observe(price) { [heard] in heard.record("b\($0.new)") }
        price <- 2
        #expect(heard.values == ["a2", "b2", "a3", "b3", "a4", "b4", "t20", "t30", "t40"])
    }

    @Test func `an update waits for all observers of its source, also if another source changes`() {
        let total = Derived(price, amount) { $0 * $1 }
        hear(total)
        dog.observe(price) { [amount, heard] in
            heard.record("a\($0.new)")
            amount <- 5
        }
        cat.observe(price) { [heard] in heard.record("b\($0.new)") }
        price <- 2
        #expect(heard.values == ["a2", "b2", "t2", "t10"])
    }

    @Test func `the same holds for derived values as sources`() {
        let double = Derived(price) { 2 * $0 }, total = Derived(double, amount) { $0 * $1 }
        hear(total)
        dog.observe(double) { [price, heard] in
            heard.record("a\($0.new)")
            if $0.new < 6 { price.value += 1 }
        }
        cat.observe(double) { [heard] in heard.record("b\($0.new)") }
        price <- 2
        #expect(heard.values == ["a4", "b4", "a6", "b6", "t4", "t6"])
    }

    @Test func `a handler of a source reads the new value`() {
        let total = Derived(price, amount) { $0 * $1 }
        hear(total)
        dog.observe(price) { [heard] _ in heard.record("read \(total.value)") }
        price <- 2
        #expect(heard.values == ["read 2", "t2"])
    }

    @Test func `a handler of an unrelated observable finds updates delivered`() {
        let bell = Messenger<Void>(), total = Derived(price) { 10 * $0 }
        hear(total)
        dog.observe(bell) { [price, heard] in
            price <- 2
            heard.record("after")
        }
        bell.send()
        #expect(heard.values == ["t20", "after"])
    }

    // MARK: - Slow functions

    @Test func `a slow function holds up neither senders nor readers`() {
        let isIn = Gate(), mayEnd = Gate(), done = DispatchGroup()
        let slow = Derived(price) { price in
            if price == 2 {
                isIn.open()
                mayEnd.pass()
            }
            return 10 * price
        }
        let quick = Derived(price) { 100 * $0 }
        hear(slow, as: "slow")
        hear(quick, by: cat, as: "quick")
        DispatchQueue.global().async(group: done) { [price] in price <- 2 }
        isIn.pass()
        price <- 3
        #expect(heard.values.contains("quick300"))
        #expect(slow.value == 30)
        mayEnd.open()
        done.wait()
        #expect(heard.values.filter { $0.hasPrefix("slow") } == ["slow20", "slow30"])
        #expect(heard.values.filter { $0.hasPrefix("quick") } == ["quick200", "quick300"])
    }

    @Test func `an observation that starts during an evaluation begins where it started`() {
        let isIn = Gate(), mayEnd = Gate(), done = DispatchGroup()
        let slow = Derived(price) { price in
            if price == 2 {
                isIn.open()
                mayEnd.pass()
            }
            return 10 * price
        }
        hear(slow)
        DispatchQueue.global().async(group: done) { [price] in price <- 2 }
        isIn.pass()
        hear(slow, by: cat, as: "plain")
        cat.observe(slow.startingWithLatest()) { [heard] in heard.record("latest\($0.old)-\($0.new)") }
        mayEnd.open()
        done.wait()
        price <- 3
        #expect(heard.values == ["t20", "latest20-20", "t30", "plain30", "latest20-30"])
    }

    @Test func `last words are heard when the derived value dies during an evaluation`() {
        let isIn = Gate(), mayEnd = Gate(), done = DispatchGroup()
        let box = LockedBox<Derived<Int>?>(
            Derived(price) { price in
                if price == 2 {
                    isIn.open()
                    mayEnd.pass()
                }
                return 10 * price
            })
        if let slow = box.withLock({ $0 }) { hear(slow) }
        DispatchQueue.global().async(group: done) { [price] in price <- 2 }
        isIn.pass()
        box.withLock { $0 = nil }
        price <- 3
        mayEnd.open()
        done.wait()
        price <- 4
        #expect(heard.values == ["t20"])
    }

    // MARK: - Waits

    @Test func `a drain of a variable waits for derived values and their observers`() {
        let total = Derived(price) { 10 * $0 }, more = Derived(total) { $0 + 1 }
        dog.observe(more, on: DispatchQueue(label: "slow")) { [heard] update in
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .microseconds(100))
            heard.record("\(update.new)")
        }
        for new in 2...20 { price <- new }
        #expect(price.drain(within: .hangLimit).isEmpty)
        #expect(heard.values.last == "201")
        for new in 21...30 { price <- new }
        #expect(more.drain(within: .hangLimit).isEmpty)
        #expect(heard.values.last == "301")
    }

    @Test func `a drain names a function that doesn't return`() {
        let isIn = Gate(), mayEnd = Gate(), done = DispatchGroup()
        let slow = Derived(price) { price in
            if price == 2 {
                isIn.open()
                mayEnd.pass()
            }
            return 10 * price
        }
        hear(slow)
        DispatchQueue.global().async(group: done) { [price] in price <- 2 }
        isIn.pass()
        let left = price.drain(within: .milliseconds(1))
        #expect(left.map(\.observer) == ["Derived<Int>"])
        mayEnd.open()
        done.wait()
        #expect(price.drain(within: .hangLimit).isEmpty)
    }

    @Test func `a closed derived value says what it has to say, and then nothing`() {
        let total = Derived(price) { 10 * $0 }, more = Derived(total) { $0 + 1 }
        hear(total)
        hear(more, by: cat, as: "m")
        price <- 2
        #expect(total.close(within: .hangLimit).isEmpty)
        #expect(total.isClosed && !dog.isObserving(total))
        price <- 3
        hear(total)
        price <- 4
        #expect(heard.values == ["t20", "m21", "m31", "m41"])
        #expect(total.value == 40)
    }

    // MARK: - Ends

    @Test func `an observation may end inside of a change of the source`() {
        let total = Derived(price) { 10 * $0 }
        func stop(_ number: inout Int) {
            number += 1
            dog.stopObserving(total)
        }
        for _ in 1...100 {
            hear(total)
            stop(&price.value)
        }
        #expect(total.value == 1010)
        #expect(heard.values == [])
    }

    @Test func `nothing stays behind`() async {
        let isDead = Gate()
        let mortal = LockedBox<Mortal?>(Mortal { isDead.open() })
        func use() {
            let number = Var(1), captured = mortal.withLock { $0 }
            let double = Derived(number) { number in
                captured?.touch()
                return 2 * number
            }
            let sum = Derived(double, number) { $0 + $1 }, dog = Dog()
            dog.observe(sum) { _ in }
            number <- 2
            dog.stopObserving(sum)
            dog.observe(sum) { _ in }
            dog.observe(double) { _ in }
            number <- 3
            #expect(sum.value == 9)
        }
        use()
        mortal.withLock { $0 = nil }
        #expect(isDead.pass())
    }

    // MARK: - Forms of observing

    @Test func `loops and merging work`() async {
        let total = Derived(price) { 10 * $0 }, queue = DispatchQueue(label: "merging")
        queue.suspend()
        dog.observe(total).on(queue).merging().receive { [heard] in heard.record("\($0.old)-\($0.new)") }
        let updates = total.messages()
        for new in 2...4 { price <- new }
        queue.resume()
        queue.sync {}
        #expect(heard.values == ["10-40"])
        var new: [Int] = []
        for await update in updates {
            new.append(update.new)
            if new.count == 3 { break }
        }
        #expect(new == [20, 30, 40])
    }

    @Test func `derived values can be combined with others, and filtered by author`() {
        let total = Derived(price) { 10 * $0 }
        dog.observe(total, amount) { [heard] in heard.record("\($0.new)+\($1.new)") }
        cat.observe(total) { [heard, cat] update, author in heard.record(author === cat ? "cat" : "other") }
        price.set(2, as: cat)
        amount <- 3
        #expect(heard.values == ["20+1", "cat", "20+3"])
    }

    @Test func `reports name a derived value`() {
        let total = Derived(price, amount, named: "total") { $0 * $1 }, plain = Derived(price) { $0 }
        hear(total)
        #expect(total.inspect().observations.count == 1)
        #expect(total.inspect().name == "total")
        #expect("\(total.inspect())".hasPrefix("total"))
        #expect("\(plain.inspect())".hasPrefix("Derived<Int>"))
    }

    // MARK: - Mistakes

    @Test func `a function that changes a source stops the program`() async {
        expectText(
            "the function of a derived value changed a variable",
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let price = Var(1), double = Derived(price) { 2 * $0 }
                let total = Derived(double) { number in
                    price <- number
                    return number
                }
                Dog().observe(total) { _ in }
            })
        expectText(
            "the function of a derived value changed a variable",
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let price = Var(1)
                let total = Derived(price) { number in
                    price <- number + 1
                    return number
                }
                _ = total.value
            })
    }

    @Test func `a function that changes a part of a combination that it depends on stops the program`() async {
        expectText(
            "the function of a derived value changed a variable",
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let left = Var(1), right = Var(1), both = left +++ right
                let sum = Derived(both) { both in
                    left <- both.left + 1
                    return both.left + both.right
                }
                Dog().observe(sum) { _ in }
                _ = sum.value
            })
    }

    @Test func `a function that reads its own value stops the program`() async {
        expectText(
            "read the value of that same derived value",
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let price = Var(1), box = LockedBox<Derived<Int>?>(nil)
                let total = Derived(price) { number in number + (box.withLock { $0 }?.value ?? 0) }
                box.withLock { $0 = total }
                _ = total.value
            })
    }

    @Test func `a source that has no value stops the program`() async {
        expectText(
            "isn't a variable, a derived value, or a view",
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let price = Var(1), view = price.map { Update($0.old, $0.new) }.view
                _ = Derived(view) { $0 }
            })
    }

    private func expectText(_ text: String, _ stop: ExitTest.Result?) {
        let error = String(decoding: stop?.standardErrorContent ?? [], as: UTF8.self)
        #expect(error.contains(text))
    }
}
