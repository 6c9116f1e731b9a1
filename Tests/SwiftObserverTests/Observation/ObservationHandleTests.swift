import Dispatch
import SwiftObserverTesting
import Testing

@testable import SwiftObserver

/// Handles, each of which refers to exactly one observation.
@Suite struct ObservationHandleTests {

    private let sky = Messenger<Int>(), dog = Dog(), queue = DispatchQueue(label: "queue"), heard = Recorder<String>()

    @Test func `one of two handlers is ended alone`() {
        let first = dog.observe(sky) { [heard] in heard.record("first \($0)") }
        let second = dog.observe(sky) { [heard] in heard.record("second \($0)") }
        sky.send(1)
        #expect(first.isActive && second.isActive)
        first.stopObserving()
        first.stopObserving()
        sky.send(2)
        #expect(!first.isActive && second.isActive)
        #expect(heard.values == ["first 1", "second 1", "second 2"])
        #expect(dog.isObserving(sky))
        second.stopObserving()
        #expect(!dog.isObserving(sky))
    }

    @Test func `one of many free observations is ended alone, in any order`() {
        let handles = (0..<100).map { index in observe(sky) { [heard] _ in heard.record("\(index)") } }
        var random = Random(5), left = Array(0..<100)
        #expect(Set(handles).count == 100)
        while !left.isEmpty {
            let index = left.remove(at: Int.random(in: left.indices, using: &random))
            #expect(handles[index].isActive)
            handles[index].stopObserving()
            #expect(!handles[index].isActive)
            heard.clear()
            sky.send(1)
            #expect(heard.values == left.map { "\($0)" })
        }
        #expect(!sky.messenger.office.isObserved)
    }

    @Test func `all ways to start return a handle that ends it`() async {
        let number = Var(1), other = Var(1), heard = heard, dog = dog, kennel = Kennel()
        let handle: @Sendable (Update<Int>) -> Void = { _ in heard.record("update") }
        let handles = [
            dog.observe(number, receive: handle), dog.observe(number) { _, _ in heard.record("update") },
            dog.observe(number, on: queue, receive: handle),
            dog.observe(number, on: kennel) { _, _ in heard.record("") },
            dog.observe(number, on: MainActor.shared) { _ in heard.record("") },
            dog.observe(number).on(queue).merging().receive(handle),
            dog.observe(number).on(queue).batches(upTo: 3).receive { _ in heard.record("batch") },
            dog.observe(number, other) { _, _ in heard.record("both") },
            dog.observe(number, other, on: queue) { _, _ in heard.record("both") },
            dog.observe(number, other).on(queue).buffering(.newest(1)).receive { _, _ in heard.record("both") },
            dog.observe(number).map { $0.new }.receive { _ in heard.record("map") },
            dog.observe(number).new { (_: Int) in heard.record("new") },
            dog.observe(number.map { $0.new }.startingWithLatest()) { _ in heard.record("map") },
            dog.observe(number.startingWithLatest()) { _ in heard.record("latest") },
            observe(number, receive: handle), number.observed(receive: handle),
            number.observed().on(queue).receive(handle), number.observed().on(queue).batches(upTo: 1).receive { _ in },
            number.observed().receive(handle),
        ]
        queue.sync {}
        #expect(Set(handles).count == handles.count)
        for handle in handles { handle.stopObserving() }
        await MainActor.run {}
        await kennel.pass()
        queue.sync {}
        heard.clear()
        number <- 2
        queue.sync {}
        await MainActor.run {}
        await kennel.pass()
        #expect(heard.values == [])
        #expect(!handles.contains { $0.isActive })
        #expect(!number.office.isObserved && !dog.isObserving(number))
    }

    @Test func `it keeps nobody alive, and tells when the observation has ended`() {
        var handles: [ObservationHandle] = []
        let bone = LockedBox<Mortal?>(Mortal()), weakBone = WeakBox(bone.withLock { $0! })
        do {
            let dog = Dog(), sky = Messenger<Int>(), captured = bone.withLock { $0! }
            bone.withLock { $0 = nil }
            handles.append(dog.observe(sky) { _ in captured.touch() })
            handles.append(observe(sky) { _ in captured.touch() })
            handles.append(dog.observe(sky, on: queue) { _ in captured.touch() })
            queue.sync {}
            #expect(!handles.contains { !$0.isActive })
        }
        queue.sync {}
        #expect(!weakBone.isAlive)
        #expect(!handles.contains { $0.isActive })
        for handle in handles { handle.stopObserving() }
    }

    @Test func `an observation that couldn't start has a handle, too`() {
        sky.close(within: .zero)
        let handle = dog.observe(sky) { _ in }
        #expect(!handle.isActive)
        #expect(handle == dog.observe(sky) { _ in })
        handle.stopObserving()
        #expect(handle.stopObservingAndWait())
    }

    @Test func `an observation that waits for its first message can be ended`() {
        let held = HeldDelivery(on: sky), double = sky.buffer().map { $0.map { 2 * $0 } }
        #expect(held.begin())
        let handle = dog.observe(double.startingWithLatest()) { [heard] in heard.record("\($0 ?? 0)") }
        let other = dog.observe(double.startingWithLatest()) { [heard] in heard.record("other \($0 ?? 0)") }
        #expect(handle.isActive)
        handle.stopObserving()
        #expect(!handle.isActive && other.isActive)
        #expect(held.end())
        #expect(other.isActive)
        sky.send(3)
        #expect(!heard.values.contains("6") && heard.values.contains("other 6"))
    }

    @Test func `a handler may end itself, and others can wait for that`() async {
        let slow = SlowHandler(), handle = LockedBox<ObservationHandle?>(nil), results = Recorder<Bool>()
        let started = dog.observe(sky, on: queue) { number in
            handle.withLock { $0 }?.stopObserving()
            results.record(handle.withLock { $0 }?.stopObservingAndWait() ?? true)
            slow.receive(number)
        }
        handle.withLock { $0 = started }
        sky.send(1)
        sky.send(2)
        #expect(slow.begins())
        #expect(results.values == [false])
        #expect(!started.isActive)
        #expect(await !started.stopObservingAndWait(within: .expiring))
        DispatchQueue(label: "waiter").async { results.record(started.stopObservingAndWait()) }
        slow.end()
        await eventually { results.count == 2 }
        #expect(results.values == [false, true])
    }

    /// Ways to observe in which a handler may still run after its observation has ended.
    enum Way: CaseIterable, Sendable {
        case inPlace, queue, bounded, actor, boundedActor, prefix, prefixOnQueue, debounce, delayOnQueue, latest
        case combined, combinedOnQueue, combinedBounded
    }

    /// Starts an observation with a slow handler. Returns its handle, and a closure that makes the
    /// handler run.
    private func start(_ way: Way, _ slow: SlowHandler) -> (ObservationHandle, @Sendable () -> Void) {
        let number = Var(1), other = Var(1), clock = ManualClock(), queue = queue, home = Remote(), dog = dog
        let receive: @Sendable (Update<Int>) -> Void = { slow.receive($0.new) }
        let receiveBoth: @Sendable (Update<Int>, Update<Int>) -> Void = { one, _ in slow.receive(one.new) }
        let receiveAtHome: @Sendable (isolated Remote, Update<Int>) -> Void = { slow.receive($1.new) }
        let handle =
            switch way {
            case .inPlace: dog.observe(number, receive: receive)
            case .queue: dog.observe(number, on: queue, receive: receive)
            case .bounded: dog.observe(number).on(queue).buffering(.newest(2)).receive(receive)
            case .actor: dog.observe(number, on: home, receive: receiveAtHome)
            case .boundedActor: dog.observe(number).on(home).buffering(.newest(2)).receive(receiveAtHome)
            case .prefix: dog.observe(number).prefix(1).receive(receive)
            case .prefixOnQueue: dog.observe(number).on(queue).prefix(1).receive(receive)
            case .debounce: dog.observe(number).debounce(for: .seconds(1), clock: clock).receive(receive)
            case .delayOnQueue:
                dog.observe(number).on(queue).delay(by: .seconds(1), clock: clock).receive(receive)
            case .latest: dog.observe(number.map { $0 }.startingWithLatest(), on: queue, receive: receive)
            case .combined: dog.observe(number, other, receive: receiveBoth)
            case .combinedOnQueue: dog.observe(number, other, on: queue, receive: receiveBoth)
            case .combinedBounded: dog.observe(number, other).on(queue).buffering(.newest(2)).receive(receiveBoth)
            }
        let cause: @Sendable () -> Void = {
            number <- 2
            if way == .delayOnQueue { queue.sync {} }
            clock.advance(by: .seconds(2))
            withExtendedLifetime((other, home)) {}
        }
        return (handle, cause)
    }

    @Test(arguments: Way.allCases)
    func `who waits by a handle waits for the handler, also if the observation has ended before`(_ way: Way) async {
        let slow = SlowHandler(), (handle, cause) = start(way, slow), results = Recorder<Bool>()
        let sender = DispatchQueue(label: "sender"), waiter = DispatchQueue(label: "waiter")
        sender.async { cause() }
        await eventually { slow.calls.count == 1 }
        handle.stopObserving()
        #expect(!handle.isActive)
        #expect(await !handle.stopObservingAndWait(within: .expiring))
        waiter.async { results.record(handle.stopObservingAndWait()) }
        let task = Task { await handle.stopObservingAndWait() }
        slow.end()
        #expect(await task.value)
        await eventually { results.count == 1 }
        #expect(results.values == [true])
        #expect(handle.stopObservingAndWait())
        sender.sync {}
        #expect(slow.calls.count == 1)
    }

    /// Ways to observe a client's buffered observable. Its latest message is pulled where the
    /// handler runs.
    enum FirstWay: CaseIterable, Sendable { case queue, bounded, batches, actor, combined, combinedBounded }

    @Test(arguments: FirstWay.allCases)
    func `who waits by a handle waits for the first call, too`(_ way: FirstWay) async {
        for endsBefore in [false, true] {
            let slow = SlowHandler(), label = Label(7), other = Var(1), home = Remote(), results = Recorder<Bool>()
            let latest = label.startingWithLatest(), queue = queue
            let handle =
                switch way {
                case .queue: dog.observe(latest, on: queue) { slow.receive($0) }
                case .bounded: dog.observe(latest).on(queue).buffering(.newest(2)).receive { slow.receive($0) }
                case .batches: dog.observe(latest).on(queue).batches(upTo: 3).receive { slow.receive($0[0]) }
                case .actor: dog.observe(latest, on: home) { slow.receive($1) }
                case .combined: dog.observe(latest, other, on: queue) { number, _ in slow.receive(number) }
                case .combinedBounded:
                    dog.observe(latest, other).on(queue).buffering(.newest(2)).receive { number, _ in
                        slow.receive(number)
                    }
                }
            await eventually { slow.calls.count == 1 }
            if endsBefore { handle.stopObserving() }
            #expect(await !handle.stopObservingAndWait(within: .expiring))
            #expect(await !dog.stopObservingAndWait(within: .expiring))
            DispatchQueue(label: "waiter").async { results.record(handle.stopObservingAndWait()) }
            let task = Task { await handle.stopObservingAndWait() }
            slow.end()
            #expect(await task.value)
            await eventually { results.count == 1 }
            #expect(results.values == [true])
            label.send(8)
            queue.sync {}
            #expect(slow.calls.count == 1)
            withExtendedLifetime((label, other, home)) {}
        }
    }

    @Test func `it ends exactly one also under fire`() {
        let sky = sky, counts = LockedBox([0, 0, 0, 0])
        onThreads(5) { thread in
            if thread == 4 {
                for number in 0..<2000 { sky.send(number) }
                return
            }
            for _ in 0..<300 {
                let kept = observe(sky) { _ in counts.withLock { $0[thread] += 1 } }
                let handle = observe(sky) { _ in }
                handle.stopObserving()
                #expect(!handle.isActive && kept.isActive)
                #expect(kept.stopObservingAndWait())
                let before = counts.withLock { $0[thread] }
                sky.send(1)
                #expect(counts.withLock { $0[thread] } == before)
            }
        }
        #expect(!sky.office.isObserved)
    }
}

private actor Kennel { func pass() {} }

/// A buffered observable of a client.
private final class Label: BufferedObservable, Sendable {
    let messenger = Messenger<Int>()
    let latestMessage: Int
    init(_ latestMessage: Int) { self.latestMessage = latestMessage }
}

/// An actor that a test can block without taking a thread from other tests.
private actor Remote {
    private nonisolated let executor = QueueExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}
