import Dispatch
import SwiftObserver
import Testing

/// Results of waiting if observations have ended, or if time is up at an awkward moment.
@Suite struct Clause21Edges {

    private let sky = Messenger<Int>(), dog = Dog(), queue = DispatchQueue(label: "kennel")

    @Test func `what is behind a stand-in is waited for`() {
        let weak = Weak(sky), number = Var(1), bufferedWeak = BufferedWeak(number)
        dog.observe(weak, on: queue) { _ in }
        dog.observe(bufferedWeak, on: queue) { _ in }
        queue.suspend()
        sky.send(1)
        number.value = 2
        #expect(sky.drain(within: .zero).map(\.waiting) == [1])
        #expect(number.drain(within: .zero).map(\.waiting) == [1])
        queue.resume()
        #expect(sky.drain(within: .hangLimit).isEmpty)
        #expect(number.drain(within: .hangLimit).isEmpty)
    }

    @Test func `a combination is waited for by a stand-in that starts with the latest message`() {
        let a = Var(1), b = Var(2), both = a +++ b
        dog.observe(both, on: queue) { _ in }
        queue.suspend()
        a.value = 3
        #expect(a.startingWithLatest().drain(within: .zero).count == 1)
        queue.resume()
        #expect(a.startingWithLatest().drain(within: .hangLimit).isEmpty)
    }

    @Test func `a handler in place that has ended its observation is named while it runs`() {
        let slow = SlowHandler(), dog = dog, sky = sky
        dog.observe(sky) { number in
            dog.stopObserving()
            slow.receive(number)
        }
        DispatchQueue(label: "sender").async { sky.send(1) }
        #expect(slow.begins())
        let left = sky.drain(within: .expiring)
        #expect(left.map(\.place) == [.inPlace])
        #expect(left.map(\.observer) == [nil])
        slow.end()
        #expect(sky.drain(within: .hangLimit).isEmpty)
    }

    @Test func `what waits on a fixed queue for nobody isn't waited for`() {
        let fixed = Messenger<Int>(on: queue)
        dog.observe(fixed) { _ in }
        queue.suspend()
        fixed.send(1)
        #expect(fixed.drain(within: .zero).count == 1)
        dog.stopObserving()
        #expect(fixed.drain(within: .hangLimit).isEmpty)
        queue.resume()
    }

    @Test func `when time is up, it's also looked at what is behind that which has just been handled`() {
        let fixed = Messenger<Int>(on: DispatchQueue(label: "fixed")), copy = fixed.map { $0 }, heard = Recorder<Int>()
        dog.observe(copy, on: queue, receive: heard.record)
        for number in 1...10_000 {
            fixed.send(number)
            if fixed.drain(within: .microseconds(number % 20)).isEmpty, heard.count != number {
                Issue.record("\(heard.count) of \(number) messages were handled.")
                break
            }
        }
        #expect(fixed.drain(within: .hangLimit).isEmpty)
    }

    @Test func `a combined handler in place is waited for, whichever part one asks`() {
        let a = Var(1), b = Var(2), slow = SlowHandler()
        dog.observe(a, b) { a, _ in slow.receive(a.new) }
        DispatchQueue(label: "sender").async { a.value = 3 }
        #expect(slow.begins())
        dog.stopObserving(b)
        expectToWait(a, b)
        slow.end()
        expectNotToWait(a, b)
    }

    @Test(arguments: [MessageBuffering.unbounded, .newest(3)])
    func `a combined handler on a queue is waited for, whichever part one asks`(_ buffering: MessageBuffering) {
        let a = Var(1), b = Var(2), slow = SlowHandler()
        dog.observe(a, b).on(queue).buffering(buffering).receive { a, _ in slow.receive(a.new) }
        a.value = 3
        #expect(slow.begins())
        dog.stopObserving(b)
        expectToWait(a, b)
        #expect(!a.drain(within: .expiring).isEmpty)
        slow.end()
        expectNotToWait(a, b)
    }

    private func expectToWait(_ a: Var<Int>, _ b: Var<Int>) {
        for part in [a, b] {
            #expect(!dog.stopObservingAndWait(part, within: .expiring))
            #expect(!part.stopBeingObservedAndWait(within: .expiring))
        }
        #expect(!dog.stopObservingAndWait(within: .expiring))
    }

    private func expectNotToWait(_ a: Var<Int>, _ b: Var<Int>) {
        for part in [a, b] {
            #expect(dog.stopObservingAndWait(part))
            #expect(part.stopBeingObservedAndWait())
        }
        #expect(dog.stopObservingAndWait())
    }

    @Test func `to observe a closed observable from its latest message on ends at once`() async {
        let number = Var(1)
        await number.close(within: .zero)
        dog.observe(number.startingWithLatest()) { _ in }
        #expect(!dog.isObserving(number))
        for await _ in number.startingWithLatest().messages() {}
        let own = OwnBuffered()
        await own.close(within: .zero)
        for await _ in own.startingWithLatest().messages() { Issue.record("a loop got something") }
    }

    @Test func `a promise that was fulfilled and then closed still has its value`() async throws {
        let promise = Promise<Int>()
        promise.fulfill(1)
        #expect(await promise.close(within: .hangLimit).isEmpty)
        #expect(try await promise.value == 1)
    }

    @Test func `a change in place of a closed variable counts as refused, whatever its type`() {
        let text = Var("sky"), number = Var(1)
        text.close(within: .zero)
        number.close(within: .zero)
        text.value += "s"
        number.value += 1
        #expect(text.refusedCount == 1)
        #expect(number.refusedCount == 1)
        #expect(text.value == "skys")
    }

    @Test func `it's not waited for other handlers on the same queue`() {
        let sun = Messenger<Int>(), cat = Dog(), slow = SlowHandler()
        dog.observe(sky, on: queue) { _ in }
        cat.observe(sun, on: queue, receive: slow.receive)
        queue.suspend()
        sky.send(1)
        sun.send(1)
        sky.send(2)
        queue.resume()
        #expect(slow.begins())
        #expect(dog.stopObservingAndWait(sky, within: .hangLimit))
        #expect(!cat.stopObservingAndWait(sun, within: .expiring))
        slow.end()
        #expect(cat.stopObservingAndWait(sun))
    }
}

/// A buffered observable of a client.
private final class OwnBuffered: BufferedObservable, Sendable {
    let messenger = Messenger<Int>()
    var latestMessage: Int { 1 }
}
