import Dispatch
import Foundation
import SwiftObserver
import Testing

/// Derived values whose observers merge updates.
@Suite struct Clause27Merging {

    private let price = Var(1), amount = Var(1), dog = Dog(), cat = Dog(), heard = Recorder<String>()
    private let queue = DispatchQueue(label: "merging"), calls = Recorder<Int>()

    /// A derived value that counts the calls of its function.
    private func counted() -> Derived<Int> {
        Derived(price, amount) { [calls] price, amount in
            calls.record(price)
            return price * amount
        }
    }

    private func merge(_ total: Derived<Int>, for listener: Dog, on queue: DispatchQueue, as name: String = "") {
        listener.observe(total).on(queue).merging().receive { [heard] in
            heard.record("\(name)\($0.old)-\($0.new)")
        }
    }

    @Test func `the observer's queue computes, once for all changes that wait`() {
        let onQueue = DispatchSpecificKey<Bool>(), wasOnQueue = Recorder<Bool>()
        queue.setSpecific(key: onQueue, value: true)
        let total = Derived(price, amount) { price, amount in
            wasOnQueue.record(DispatchQueue.getSpecific(key: onQueue) == true)
            return price * amount
        }
        merge(total, for: dog, on: queue)
        #expect(wasOnQueue.values == [false])
        queue.suspend()
        for new in 2...100 {
            price <- new
            amount <- new
        }
        #expect(wasOnQueue.values == [false])
        queue.resume()
        queue.sync {}
        queue.sync {}
        #expect(wasOnQueue.values == [false, true])
        #expect(heard.values == ["1-10000"])
    }

    @Test func `a read knows changes that nobody has computed`() {
        let total = counted()
        merge(total, for: dog, on: queue)
        queue.suspend()
        price <- 2
        #expect(total.value == 2)
        queue.resume()
    }

    @Test func `if the result is the old one again, nothing is sent`() {
        let total = counted()
        merge(total, for: dog, on: queue)
        queue.suspend()
        price <- 2
        price <- 1
        queue.resume()
        #expect(total.drain(within: .hangLimit).isEmpty)
        #expect(heard.values == [])
    }

    @Test func `an observer that's stuck holds up no other one`() {
        let other = DispatchQueue(label: "other"), total = counted()
        merge(total, for: dog, on: queue, as: "stuck")
        merge(total, for: cat, on: other)
        queue.suspend()
        for new in 2...4 {
            price <- new
            other.sync {}
            other.sync {}
        }
        #expect(heard.values == ["1-2", "2-3", "3-4"])
        queue.resume()
        #expect(total.drain(within: .hangLimit).isEmpty)
        #expect(heard.values.last == "stuck1-4")
    }

    @Test func `an observer that doesn't merge gets each update at once`() {
        let total = counted()
        merge(total, for: dog, on: queue)
        queue.suspend()
        price <- 2
        cat.observe(total) { [heard] in heard.record("each\($0.old)-\($0.new)") }
        price <- 3
        price <- 4
        #expect(heard.values == ["each2-3", "each3-4"])
        cat.stopObserving(total)
        price <- 5
        queue.resume()
        #expect(total.drain(within: .hangLimit).isEmpty)
        #expect(heard.values.suffix(2) == ["1-4", "4-5"] || heard.values.last == "1-5")
    }

    @Test func `what depends on the value gets each update`() {
        let total = counted(), more = Derived(total) { 10 * $0 }
        merge(total, for: dog, on: queue)
        queue.suspend()
        price <- 2
        cat.observe(more) { [heard] in heard.record("\($0.old)-\($0.new)") }
        price <- 3
        price <- 4
        #expect(heard.values == ["20-30", "30-40"])
        queue.resume()
        #expect(more.drain(within: .hangLimit).isEmpty)
    }

    @Test func `last words are heard`() {
        var total: Derived<Int>? = counted()
        merge(total!, for: dog, on: queue)
        queue.suspend()
        price <- 2
        price <- 3
        total = nil
        price <- 4
        queue.resume()
        for _ in 1...3 { queue.sync {} }
        #expect(heard.values == ["1-3"])
    }

    @Test func `an observation may end before its queue computes`() {
        let total = counted()
        merge(total, for: dog, on: queue)
        queue.suspend()
        price <- 2
        dog.stopObserving(total)
        merge(total, for: dog, on: queue)
        price <- 3
        queue.resume()
        for _ in 1...3 { queue.sync {} }
        #expect(heard.values == ["2-3"])
    }

    @Test func `a drain computes what waits for a queue that's stuck`() {
        let isIn = Gate(), isComputed = Gate(), mayEnd = Gate(), done = DispatchGroup()
        let total = Derived(price) { price in
            if price == 2 { isComputed.open() }
            return 10 * price
        }
        merge(total, for: dog, on: queue)
        queue.async {
            isIn.open()
            mayEnd.pass()
        }
        #expect(isIn.pass())
        price <- 2
        DispatchQueue.global().async(group: done) { [price] in
            #expect(price.drain(within: .hangLimit).isEmpty)
        }
        #expect(isComputed.pass())
        mayEnd.open()
        done.wait()
        #expect(heard.values == ["10-20"])
    }

    @Test func `a close computes what waits, and names the observer whose queue is stuck`() {
        let total = counted(), isIn = Gate(), mayEnd = Gate()
        merge(total, for: dog, on: queue)
        queue.async {
            isIn.open()
            mayEnd.pass()
        }
        #expect(isIn.pass())
        price <- 2
        #expect(Set(total.close(within: .milliseconds(1)).map(\.observer)) == ["Dog"])
        #expect(calls.values == [1, 2])
        price <- 3
        mayEnd.open()
        for _ in 1...3 { queue.sync {} }
        #expect(heard.values == ["1-2"])
    }

    /// The function makes another thread change the source each time.
    @Test func `the handler has its turn after each evaluation`() {
        let calls = Recorder<Int>()
        let total = Derived(price) { [price] number in
            calls.record(number)
            if number > 1, number < 200 {
                DispatchQueue.global().async { price <- number + 1 }
                while price.value == number { usleep(10) }
            }
            return number
        }
        merge(total, for: dog, on: queue)
        price <- 2
        while price.value < 200 { usleep(100) }
        #expect(total.drain(within: .hangLimit).isEmpty)
        #expect(calls.values.count >= 200)
        #expect(heard.values.count > 100)
    }

    @Test func `one evaluation is enough for all changes that wait`() {
        let total = counted()
        merge(total, for: dog, on: queue)
        let isIn = Gate(), mayEnd = Gate()
        queue.async {
            isIn.open()
            mayEnd.pass()
        }
        #expect(isIn.pass())
        for new in 2...10_000 { price <- new }
        mayEnd.open()
        #expect(total.drain(within: .hangLimit).isEmpty)
        #expect(calls.values == [1, 10_000])
    }

    @Test func `the author is that of the last change of a source's value`() {
        let isHigh = Derived(price) { $0 > 100 }, text = Derived(isHigh) { "\($0)" }
        dog.observe(text).on(queue).merging().withAuthor().receive { [heard, cat] update, author in
            heard.record("\(update.new) \(author === cat)")
        }
        queue.suspend()
        price.set(150, as: cat)
        price.set(160, as: dog)
        queue.resume()
        #expect(text.drain(within: .hangLimit).isEmpty)
        #expect(heard.values == ["true true"])
    }

    /// Values that wait are released without a lock.
    @Test func `values that are merged may do anything when they're released`() {
        let released = Recorder<Int>()
        let latest = Var(Traced(0) {})
        let total = Derived(latest) { $0.number }
        dog.observe(total).on(queue).merging().receive { [heard] in heard.record("\($0.new)") }
        queue.suspend()
        for number in 1...10 {
            latest
                <- Traced(number) { [amount] in
                    released.record(number)
                    #expect(total.value >= 0)
                    amount.value += 1
                }
        }
        #expect(released.values.count >= 8)
        queue.resume()
        #expect(total.drain(within: .hangLimit).isEmpty)
        #expect(heard.values == ["10"])
    }

    @Test(.timeLimit(.minutes(1))) func `under threads, updates are a chain that ends with the last value`() {
        for _ in 1...20 {
            let a = Var(0), b = Var(0), total = Derived(a, b) { 1000 * $0 + $1 }, last = Recorder<Update<Int>>()
            dog.observe(total).on(queue).merging().receive { last.record($0) }
            cat.observe(total).on(DispatchQueue(label: "second")).merging().receive { _ in }
            DispatchQueue.concurrentPerform(iterations: 2) { thread in
                for new in 1...500 { if thread == 0 { a <- new } else { b <- new } }
            }
            #expect(total.drain(within: .hangLimit).isEmpty)
            let updates = last.values
            #expect(updates.last?.new == 500_500)
            #expect(updates.first?.old == 0)
            #expect(zip(updates, updates.dropFirst()).allSatisfy { $0.new == $1.old && $1.old != $1.new })
            dog.stopObserving(total)
            cat.stopObserving(total)
        }
    }
}

/// A value that does something when it's released.
private final class Traced: Equatable, @unchecked Sendable {

    let number: Int
    private let act: () -> Void

    init(_ number: Int, _ act: @escaping () -> Void) {
        self.number = number
        self.act = act
    }

    deinit { act() }

    static func == (left: Traced, right: Traced) -> Bool { left.number == right.number }
}
