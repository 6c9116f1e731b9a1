import Foundation
import Testing

@testable import SwiftObserver

/// Chains that are longer than a small stack could take, if each link were done within the one before.
@Suite struct LongChainTests {

    private let length = 20_000

    @Test func `a long chain of promises is fulfilled on a small stack`() async throws {
        let head = LockedBox<Promise<Int>?>(Promise()), heard = Recorder<Int>()
        var tail = head.withLock { $0! }
        for _ in 0..<length { tail = tail.map { $0 + 1 } }
        tail.whenFulfilled { heard.record($0) }
        onSmallStack { head.withLock { $0.take()! }.fulfill(0) }
        #expect(heard.values == [length])
        #expect(try await tail.value == length)
    }

    @Test func `a long chain of promises that are made and kept on the way is fulfilled on a small stack`() {
        let head = Promise<Int>(), heard = Recorder<Int>()
        var tail = head
        for _ in 0..<length { tail = tail.then { number in Promise { $0.fulfill(number + 1) } } }
        tail.whenFulfilled { heard.record($0) }
        onSmallStack { head.fulfill(0) }
        #expect(heard.values == [length])
    }

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

    @Test func `what follows from a link is done when it returns, also deep inside of a chain`() {
        let head = Promise<Int>(), log = Recorder<String>(), depth = 100
        var tail = head
        for index in 0..<depth {
            tail = tail.map { number in
                log.record("\(index)")
                return number
            }
        }
        tail.whenFulfilled { _ in log.record("end") }
        head.whenFulfilled { _ in log.record("head") }
        head.fulfill(1)
        #expect(log.values.filter { $0 != "head" } == (0..<depth).map { "\($0)" } + ["end"])
        #expect(log.values.contains("head"))
    }

    /// Runs the closure on a thread whose stack has 512 KB, and waits for it.
    private func onSmallStack(_ body: @escaping @Sendable () -> Void) {
        let done = Gate(),
            thread = Thread {
                body()
                done.open()
            }
        thread.stackSize = 512 * 1024
        thread.start()
        #expect(done.pass(seconds: 300))
    }
}
