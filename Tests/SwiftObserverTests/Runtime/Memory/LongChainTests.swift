import Foundation
import Testing

@testable import SwiftObserver

/// Chains that would overflow a small stack if each link were released within the previous one.
@Suite struct LongChainTests {

    private let length = 20_000

    @Test func `a long chain of promises breaks on a small stack, and at once`() async {
        let head = LockedBox<Promise<Int>?>(Promise()), deaths = Recorder<Void>()
        var tail = head.withLock { $0! }
        for _ in 0..<length { tail = tail.map { $0 + 1 } }
        tail.whenFulfilled { [mortal = Mortal { deaths.record(()) }] _ in mortal.touch() }
        onSmallStack {
            head.empty()
            #expect(deaths.count == 1)
        }
        await #expect(throws: PromiseDied()) { try await tail.value }
    }

    @Test func `a long chain of transforms is released on a small stack, and at once`() {
        var messenger: Messenger<Int>? = Messenger()
        let origin = WeakBox(messenger!), chain = LockedBox<Messenger<Int>?>(messenger)
        for number in 0..<length {
            chain.withLock { end in
                end = number.isMultiple(of: 2) ? end!.map { $0 + 1 } : end!.filter { $0 > 0 }
            }
        }
        messenger = nil
        #expect(origin.isAlive)
        onSmallStack {
            chain.empty()
            #expect(!origin.isAlive)
        }
    }

    @Test func `a long chain of merges is released on a small stack, and at once`() {
        var messenger: Messenger<Int>? = Messenger()
        let origin = WeakBox(messenger!), chain = LockedBox<Messenger<Int>?>(messenger), other = Messenger<Int>()
        for _ in 0..<length { chain.withLock { end in end = end!.merge(with: other) } }
        messenger = nil
        #expect(origin.isAlive)
        onSmallStack {
            chain.empty()
            #expect(!origin.isAlive)
        }
    }

    @Test(arguments: [0, 1, 2])
    func `a long chain of an operator with several observables is released on a small stack`(way: Int) {
        var messenger: Messenger<Int>? = Messenger()
        let origin = WeakBox(messenger!), chain = LockedBox<Messenger<Int>?>(messenger), other = Messenger<Int>()
        for _ in 0..<length {
            chain.withLock { end in
                switch way {
                case 0: end = other.prefix(untilOutputFrom: end!)
                case 1: end = zip(end!, other).map { $0.0 }
                default:
                    let outer = Messenger<Messenger<Int>>(), all = outer.flatMap { $0 }
                    outer.send(end!)
                    end = all
                }
            }
        }
        messenger = nil
        #expect(origin.isAlive)
        onSmallStack {
            chain.empty()
            #expect(!origin.isAlive)
        }
    }

    @Test(arguments: [1, 16, 17, 50])
    func `a handler deep in a chain finds other promises fulfilled and other transforms released at once`(depth: Int) {
        let head = Promise<Int>(), log = Recorder<String>()
        var tail = head
        for _ in 0..<depth { tail = tail.map { $0 + 1 } }
        tail.whenFulfilled { number in
            let other = Promise<Int>()
            other.map { $0 * 2 }.whenFulfilled { log.record("got \($0)") }
            other.fulfill(21)
            other.map { -$0 }.whenFulfilled { log.record("got \($0)") }
            let origin = WeakBox(Messenger<Int>().map { $0 }.filter { _ in true })
            log.record(origin.isAlive ? "alive" : "released")
            log.record("end of \(number)")
        }
        head.fulfill(0)
        #expect(log.values == ["got 42", "got -21", "released", "end of \(depth)"])
    }

    /// Runs the closure on a thread with a stack of 512 KB, and waits for it.
    private func onSmallStack(_ body: @escaping @Sendable () -> Void) {
        let done = Gate(),
            thread = Thread {
                body()
                done.open()
            }
        thread.stackSize = 512 * 1024
        thread.start()
        #expect(done.pass())
    }
}
