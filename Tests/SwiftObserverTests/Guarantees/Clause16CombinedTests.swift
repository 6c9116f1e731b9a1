import Dispatch
import SwiftObserver
import Testing

/// Messages that a combined handler gets for the parts that didn't trigger it.
///
/// Each is the latest message of that part before the one that triggered the handler.
@Suite struct Clause16CombinedSidesNeverGoBack {

    private let x = Var(0), y = Var(0), calls = Recorder<[Int]>(), dog = Dog()

    /// The place where the handler runs, and how its messages wait there.
    enum Way: CaseIterable {
        case inPlace, onQueue, limited, combineLatest, combineLatestOnQueue, mappedOnQueue
    }

    private func observe(_ way: Way, on queue: DispatchQueue) -> [AnyObject] {
        let record: @Sendable (Update<Int>, Update<Int>) -> Void = { [calls] in calls.record([$0.new, $1.new]) }
        switch way {
        case .inPlace: dog.observe(x, y, receive: record)
        case .onQueue: dog.observe(x, y, on: queue, receive: record)
        case .limited: dog.observe(x, y).on(queue).buffering(.newest(1_000_000)).receive(record)
        case .combineLatest, .combineLatestOnQueue:
            let both = x.combineLatest(y)
            if way == .combineLatest {
                dog.observe(both) { record($0, $1) }
            } else {
                dog.observe(both, on: queue) { record($0, $1) }
            }
            return [both]
        case .mappedOnQueue:
            let x = x.map { $0 }, y = y.new()
            dog.observe(x, y, on: queue) { record($0, Update($1, $1)) }
            return [x, y]
        }
        return []
    }

    @Test(arguments: Way.allCases)
    func `each call gets the latest message in front of the one that triggered it`(_ way: Way) {
        let queue = DispatchQueue(label: "queue"), kept = observe(way, on: queue)
        queue.suspend()
        x.value = 1
        y.value = 1
        x.value = 2
        y.value = 2
        queue.resume()
        queue.sync {}
        #expect(calls.values == [[1, 0], [1, 1], [2, 1], [2, 2]])
        withExtendedLifetime(kept) {}
    }

    @Test(arguments: Way.allCases)
    func `no side goes back while many threads send and the observation starts`(_ way: Way) {
        let queue = DispatchQueue(label: "queue"), count = 2000, x = x, y = y
        let kept = LockedBox<[AnyObject]>([])
        onThreads(5) { thread in
            if thread == 4 {
                kept.withLock { $0 = observe(way, on: queue) }
            } else {
                for _ in 0..<count { (thread.isMultiple(of: 2) ? x : y).value += 1 }
            }
        }
        x.value += 1
        for side in [y, x] { #expect(side.drain(within: .hangLimit).isEmpty) }
        queue.sync {}
        let calls = calls.values
        for side in 0...1 {
            #expect(zip(calls, calls.dropFirst()).allSatisfy { $0[side] <= $1[side] })
        }
        #expect(calls.last == [2 * count + 1, 2 * count])
        withExtendedLifetime(kept) {}
    }

    @Test func `a message that was dropped still counts as the latest one`() {
        let queue = DispatchQueue(label: "queue"), calls = calls
        dog.observe(x, y).on(queue).buffering(.newest(1)).missed {
            calls.record([-$0])
        }.receive { x, y in
            calls.record([x.new, y.new])
        }
        queue.suspend()
        y.value = 7
        for number in 1...3 { x.value = number }
        queue.resume()
        queue.sync {}
        #expect(calls.values == [[-3], [3, 7]])
    }

    @Test func `a part that is pulled starts with what it had when it was observed`() {
        let queue = DispatchQueue(label: "queue"), own = OwnLevel(), calls = calls
        own.set(3)
        dog.observe(x, own, on: queue) { calls.record([$0.new, $1]) }
        queue.suspend()
        x.value = 1
        own.set(4)
        x.value = 2
        own.set(5)
        queue.resume()
        queue.sync {}
        #expect(calls.values == [[1, 3], [1, 4], [2, 4], [2, 5]])
    }

    @Test(arguments: [Way.inPlace, .onQueue, .limited, .combineLatest])
    func `an observable of one's own starts with its latest message, and lets the others come`(_ way: Way) {
        let queue = DispatchQueue(label: "queue"), own = OwnLevel(), calls = calls
        var kept: AnyObject?
        own.set(3)
        let record: @Sendable (Int, Update<Int>) -> Void = { calls.record([$0, $1.new]) }
        switch way {
        case .inPlace: dog.observe(own.startingWithLatest(), x, receive: record)
        case .onQueue: dog.observe(own.startingWithLatest(), x, on: queue, receive: record)
        case .limited:
            dog.observe(own.startingWithLatest(), x).on(queue).buffering(.newest(9)).receive(record)
        default:
            let both = own.combineLatest(x)
            kept = both
            dog.observe(both) { record($0, $1) }
        }
        queue.sync {}
        queue.sync {}
        queue.suspend()
        x.value = 1
        own.set(4)
        x.value = 2
        queue.resume()
        queue.sync {}
        #expect(calls.values == (way == .combineLatest ? [] : [[3, 0]]) + [[3, 1], [4, 1], [4, 2]])
        withExtendedLifetime(kept) {}
    }

    @Test func `what an observable of one's own becomes while the observation starts is not forgotten`() {
        let own = OwnLevel(), calls = calls, x = x, dog = dog
        own.set(3)
        own.isAsked = { [weak own, weak dog] in
            guard let own, dog?.isObserving(x) == true else { return }
            own.isAsked = {}
            own.set(4)
            x.value = 1
        }
        dog.observe(x, own) { calls.record([$0.new, $1]) }
        #expect(calls.values == [[1, 3], [1, 4]])
    }

    @Test func `nothing that comes after the first message of an observable of one's own is lost`() {
        let dog = Dog(), queue = DispatchQueue(label: "queue"), own = OwnLevel(), heard = Recorder<[Int]>()
        for buffering in [MessageBuffering.unbounded, .newest(9), .upTo(9)] {
            let number = Var(0)
            queue.suspend()
            let handle = dog.observe(own.startingWithLatest(), number).on(queue).buffering(buffering).receive {
                heard.record([$0, $1.new])
            }
            for value in 1...3 { number.value = value }
            DispatchQueue(label: "resume").async { queue.resume() }
            #expect(own.drain(within: .hangLimit).isEmpty)
            #expect(heard.values.first == [0, 0])
            queue.sync {}
            #expect(heard.values == (0...3).map { [0, $0] })
            handle.stopObserving()
            heard.clear()
        }
    }

    @Test func `where no message can come to start with, the others still cause calls`() {
        let dog = Dog(), queue = DispatchQueue(label: "queue"), heard = Recorder<[Int]>()
        let number = Var(1), double = number.map { 2 * $0.new }, other = Var(0)
        number.close(within: .zero)
        dog.observe(double.startingWithLatest(), other) { heard.record([0, $0, $1.new]) }
        dog.observe(double.startingWithLatest(), other, on: queue) { heard.record([1, $0, $1.new]) }
        dog.observe(double.startingWithLatest(), other).on(queue).buffering(.newest(9)).receive {
            heard.record([2, $0, $1.new])
        }
        let both = double.combineLatest(other)
        both.observed { heard.record([3, $0.0, $0.1.new]) }
        other.value = 1
        queue.sync {}
        #expect(heard.values.sorted { $0[0] < $1[0] } == (0...3).map { [$0, 2, 1] })
    }

    @Test func `a transform whose origin is busy has what it had when the observation started`() {
        let calls = calls, gate = Gate(), began = Gate(), isDone = DispatchSemaphore(value: 0), y = y, x = x
        let mapped = y.new()
        y.observedOnce { _ in
            began.open()
            gate.pass()
        }
        DispatchQueue(label: "sender").async {
            y.value = 1
            isDone.signal()
        }
        #expect(began.pass())
        y.value = 2
        dog.observe(x, mapped) { calls.record([$0.new, $1]) }
        x.value = 1
        y.value = 3
        gate.open()
        isDone.wait()
        x.value = 2
        #expect(calls.values.first?.first == 1 && calls.values.last == [2, 3])
        #expect(zip(calls.values, calls.values.dropFirst()).allSatisfy { $0[1] <= $1[1] })
    }

    @Test func `a part keeps no value of before`() {
        let selection = Var<Selected?>(nil), deaths = Recorder<Int>(), queue = DispatchQueue(label: "queue")
        for place in [queue, nil] {
            let other = FreeObserver()
            if let place {
                other.observe(selection, x, on: place) { _, _ in }
            } else {
                other.observe(selection, x) { _, _ in }
            }
            selection.value = Selected(deaths)
            selection.value = nil
            queue.sync {}
            withExtendedLifetime(other) {}
        }
        #expect(deaths.values.count == 2)
    }
}

/// A buffered observable of a client.
private final class OwnLevel: BufferedObservable, Sendable {
    var messenger: Messenger<Int> {
        isAsked()
        return stored
    }
    private let stored = Messenger<Int>(), level = LockedBox(0), asking = LockedBox<@Sendable () -> Void>({})

    /// Called whenever the messenger is requested, before it's returned.
    var isAsked: @Sendable () -> Void {
        get { asking.withLock { $0 } }
        set { asking.withLock { $0 = newValue } }
    }
    var latestMessage: Int { level.withLock { $0 } }

    func set(_ new: Int) {
        level.withLock { $0 = new }
        send(new)
    }
}

private final class Selected: Equatable, Sendable {
    private let deaths: Recorder<Int>
    init(_ deaths: Recorder<Int>) { self.deaths = deaths }
    deinit { deaths.record(1) }
    static func == (one: Selected, other: Selected) -> Bool { one === other }
}
