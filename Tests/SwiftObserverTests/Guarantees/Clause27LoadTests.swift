import Dispatch
import Foundation
import SwiftObserver
import Testing

/// Derived values: what doesn't grow, and who isn't held up.
@Suite struct Clause27Load {

    private let dog = Dog(), heard = Recorder<Int>()

    @Test(.timeLimit(.minutes(1))) func `many changes in a handler of the source cost no more than others`() {
        let price = Var(0), total = Derived(price) { 10 * $0 }
        dog.observe(total) { [heard] in heard.record($0.new) }
        dog.observe(price) { [price] in if $0.new < 5000 { price <- $0.new + 1 } }
        price <- 1
        #expect(heard.values == (1...5000).map { 10 * $0 })
    }

    /// A change locks all of them. ThreadSanitizer hangs if a thread has more than 128 locks.
    @Test(.timeLimit(.minutes(1))) func `a change costs as much for each of many sources as for each of few`() {
        let isSanitized = ProcessInfo.processInfo.environment["TSAN_OPTIONS"] != nil, count = isSanitized ? 100 : 20_000
        let root = Var(0), many = (0..<count).map { number in Derived(root) { $0 + number } }
        let sum = Derived(of: many) { $0.reduce(0, +) }
        dog.observe(sum) { [heard] in heard.record($0.new - $0.old) }
        for new in 1...10 { root <- new }
        #expect(heard.values == [Int](repeating: count, count: 10))
    }

    /// The start of an observation needs both sources. It mustn't hold the other one for as long as
    /// it waits for the one that is being changed. The sources are in either order of locks.
    @Test(.timeLimit(.minutes(1))) func `a change in place that uses another source can't deadlock with a start`() {
        for number in 0..<10 {
            let first = Var(0), second = Var(0), isFirst = number.isMultiple(of: 2)
            let changed = isFirst ? first : second, other = isFirst ? second : first
            let sum = Derived(changed, other, function: +), done = DispatchGroup()
            let isIn = Gate(), hasBegun = Gate()
            @Sendable func change(_ value: inout Int) {
                isIn.open()
                hasBegun.pass()
                for _ in 1...50_000 { value += 1 + other.value }
            }
            DispatchQueue.global().async(group: done) { change(&changed.value) }
            isIn.pass()
            hasBegun.open()
            dog.observe(sum) { _ in }
            done.wait()
            #expect(sum.value == 50_000)
        }
    }

    @Test func `changes in place that overlap keep neither a start nor a change of several waiting`() {
        let sources = (0..<8).map { _ in Var(0) }, sum = Derived(of: sources) { $0.reduce(0, +) }
        let changes = whileChangesOverlap(in: sources) { hasEnded in
            sum.observed { _ in }.stopObserving()
            change(sources[0], sources[1], sources[2], sources[7]) { first, second, third, last in
                (first, second, third, last) = (first + 1, second + 1, third + 1, last + 1)
            }
            hasEnded.open()
        }
        #expect(sum.value == changes + 4)
    }

    @Test func `changes in place that overlap don't keep the life of a derived value from ending`() {
        let sources = (0..<8).map { _ in Var(0) }
        _ = whileChangesOverlap(in: sources) { hasEnded in
            let mortal = Mortal { hasEnded.open() }
            let sum = Derived(of: sources) { values in
                mortal.touch()
                return values.reduce(0, +)
            }
            sum.observed { _ in }.stopObserving()
        }
    }

    /// Lets the closure run while threads change sources in place, and expects that it opens a gate
    /// within 20 seconds. Returns the number of changes.
    ///
    /// Four threads take turns in entering a source. A thread leaves its source when the next
    /// thread has entered another, or after three milliseconds. So the sources are hardly ever all
    /// free. A thread that needs several must wait for some while it holds others. That takes 10 to
    /// 100 ms, also under load.
    private func whileChangesOverlap(in sources: [Var<Int>], _ act: @escaping @Sendable (Gate) -> Void) -> Int {
        let entries = LockedBox([0, 0, 0, 0]), mayStop = Gate(), hasEnded = Gate(), done = DispatchGroup()
        @Sendable func stay(_ value: inout Int, _ thread: Int, _ entry: Int) {
            value += 1
            entries.withLock { $0[thread] = entry }
            let end = ContinuousClock.now + .milliseconds(3), next = thread == 3 ? (0, entry + 1) : (thread + 1, entry)
            while entries.withLock({ $0[next.0] }) < next.1, .now < end { usleep(10) }
        }
        for thread in 0..<4 {
            DispatchQueue(label: "thread \(thread)").async(group: done) {
                var entry = 0
                while !mayStop.isOpen {
                    entry += 1
                    stay(&sources[thread + entry % 2 * 4].value, thread, entry)
                }
            }
        }
        DispatchQueue(label: "acting").async(group: done) {
            while entries.withLock({ $0.contains { $0 < 2 } }) { usleep(10) }
            act(hasEnded)
        }
        #expect(hasEnded.pass(before: .now() + 20))
        mayStop.open()
        done.wait()
        return entries.withLock { $0.reduce(0, +) }
    }

    @Test func `a chain of changes that another thread began holds no thread captive`() {
        let price = Var(0), amount = Var(0), isIn = Gate(), mayEnd = Gate(), hasReturned = Gate(), mayStop = Gate()
        let sum = Derived(price, amount) { price, amount in
            if price == 1, amount == 0 {
                isIn.open()
                mayEnd.pass()
            }
            return price + amount
        }
        dog.observe(sum) { [amount] _ in if amount.value > 0, !mayStop.isOpen { amount.value += 1 } }
        DispatchQueue.global().async {
            price <- 1
            hasReturned.open()
        }
        isIn.pass()
        amount <- 1
        mayEnd.open()
        #expect(hasReturned.pass(before: .now() + 60))
        mayStop.open()
        #expect(sum.drain(within: .hangLimit).isEmpty)
    }

    @Test func `a drain that waits for its own handler by way of other derived values stops the program`() async {
        let stop = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let price = Var(1), double = Derived(price) { 2 * $0 }, more = Derived(double) { $0 + 1 }
            let dog = Dog()
            dog.observe(more) { _ in }
            dog.observe(price) { _ in more.drain(within: .seconds(30)) }
            price <- 2
        }
        let error = String(decoding: stop?.standardErrorContent ?? [], as: UTF8.self)
        #expect(error.contains("a handler called `drain` or `close`"))
    }
}
