import Foundation
import SwiftObserver
import Testing

/// Dropped messages that send while they are deallocated, which drops the next such message.
@Suite struct Clause19ChainsOfDropsTests {

    private final class Sender: Sendable {
        private let messenger: Messenger<Sender>?
        init(_ messenger: Messenger<Sender>?) { self.messenger = messenger }
        deinit { messenger?.send(Sender(nil)) }
    }

    private struct Message: Sendable {
        private let sender: Sender
        private let number = 1
        init(_ messenger: Messenger<Message>?) { sender = Sender(messenger) }

        private final class Sender: Sendable {
            private let messenger: Messenger<Message>?
            init(_ messenger: Messenger<Message>?) { self.messenger = messenger }
            deinit { messenger?.send(Message(nil)) }
        }
    }

    private let length = 20_000

    @Test func `each dropped object drops the next one, on a small stack`() {
        let messenger = Messenger<Sender>()
        check(messenger, drop: { messenger.send(Sender($0 ? messenger : nil)) })
    }

    @Test func `each dropped value drops the next one, on a small stack`() {
        let messenger = Messenger<Message>()
        check(messenger, drop: { messenger.send(Message($0 ? messenger : nil)) })
    }

    private func check<M: Sendable>(_ messenger: Messenger<M>, drop send: @escaping @Sendable (_ sends: Bool) -> Void) {
        let dog = Dog(), queue = DispatchQueue(label: "slow"), missed = Recorder<Int>(), handled = Recorder<Void>()
        queue.suspend()
        dog.observe(messenger).on(queue).buffering(.newest(length)).missed(missed.record).receive { _ in
            handled.record(())
        }
        for _ in 0..<length { send(true) }
        onSmallStack { send(false) }
        queue.resume()
        queue.sync {}
        #expect(missed.values == [length + 1])
        #expect(handled.count == length)
    }

    /// Runs the closure on a thread with a stack of 512 KB, and waits for it.
    private func onSmallStack(_ body: @escaping @Sendable () -> Void) {
        let done = Gate()
        let thread = Thread {
            body()
            done.open()
        }
        thread.stackSize = 512 * 1024
        thread.start()
        #expect(done.pass())
    }
}
