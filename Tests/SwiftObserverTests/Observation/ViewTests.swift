import Dispatch
import SwiftObserver
import Testing

@Suite struct ViewTests {

    // MARK: - Observe

    @Test func `who observes a view gets what the original sends`() {
        let dog = Dog(), sky = Messenger<Int>(), log = Recorder<Int>()
        dog.observe(sky.view) { log.record($0) }
        sky.send(1)
        sky.send(2)
        #expect(log.values == [1, 2])
    }

    @Test func `the observers of views and of the original are called in the one order of starts`() {
        let dog = Dog(), sky = Messenger<Int>(), log = Recorder<String>()
        dog.observe(sky) { log.record("first \($0)") }
        dog.observe(sky.view) { log.record("second \($0)") }
        dog.observe(sky) { log.record("third \($0)") }
        sky.send(1)
        #expect(log.values == ["first 1", "second 1", "third 1"])
    }

    @Test func `all forms of observing take views`() async {
        let dog = Dog(), sky = Messenger<Int>(), log = Recorder<String>(), queue = DispatchQueue(label: "queue")
        let view = sky.view, kennel = HeldActor()
        dog.observe(view) { log.record("author \($0) \($1 is Messenger<Int>)") }
        dog.observe(view, on: queue) { log.record("queue \($0)") }
        dog.observe(view).on(queue).batches(upTo: 9).receive { log.record("batch \($0)") }
        dog.observe(view, on: kennel) { _, number in log.record("actor \(number)") }
        dog.observe(view).map { $0 * 2 }.receive { log.record("ad hoc \($0)") }
        let once = view.observedOnce { log.record("once \($0)") }
        let messages = view.messages()
        sky.send(3)
        queue.sync {}
        var iterator = messages.makeAsyncIterator()
        await log.record("loop \(iterator.next() ?? -1)")
        await eventually { log.count == 7 }
        #expect(
            log.values.sorted() == ["actor 3", "ad hoc 6", "author 3 true", "batch [3]", "loop 3", "once 3", "queue 3"])
        withExtendedLifetime(once) {}
    }

    @Test func `an observable of one's own has a view, too`() {
        let dog = Dog(), thermometer = Thermometer(), log = Recorder<Int>(), view = thermometer.view
        dog.observe(view) { log.record($0) }
        thermometer.measure(21)
        #expect(log.values == [21])
        #expect(view.latestMessage == 21)
    }

    // MARK: - Belong to the original

    @Test func `an observation of a view is one of the original`() {
        let dog = Dog(), sky = Messenger<Int>(), log = Recorder<Int>(), view = sky.view
        dog.observe(view) { log.record($0) }
        #expect(dog.isObserving(sky) && dog.isObserving(view) && dog.isObserving(sky.view))
        dog.stopObserving(sky)
        #expect(!dog.isObserving(view))
        dog.observe(sky) { log.record($0) }
        #expect(dog.isObserving(view))
        dog.stopObserving(view)
        #expect(!dog.isObserving(sky))
        sky.send(1)
        #expect(log.values == [])
    }

    @Test func `the view ends only the observations of the one who asks`() {
        let dog = Dog(), other = Dog(), sky = Messenger<Int>(), log = Recorder<String>(), view = sky.view
        dog.observe(view) { log.record("dog \($0)") }
        other.observe(view) { log.record("other \($0)") }
        dog.stopObservingAndWait(view)
        sky.send(1)
        #expect(log.values == ["other 1"])
    }

    @Test func `whoever has only a view can't end the free observations of others`() async {
        let stops = [
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                FreeObserver.shared.stopObserving(Messenger<Int>().view)
            },
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                FreeObserver.shared.stopObserving(Var(1).view)
            },
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await FreeObserver.shared.stopObservingAndWait(Var(1).view)
            },
        ]
        for stop in stops {
            let text = String(decoding: stop?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains("was called on `FreeObserver.shared` with a view"))
        }
    }

    @Test func `a handle and an observer of one's own end free observations of a view`() {
        let sky = Messenger<Int>(), log = Recorder<String>(), own = FreeObserver()
        let handle = observe(sky.view) { log.record("handle \($0)") }
        own.observe(sky.view) { log.record("own \($0)") }
        observe(sky) { log.record("other \($0)") }
        handle.stopObserving()
        own.stopObserving(sky.view)
        sky.send(1)
        #expect(log.values == ["other 1"])
    }

    @Test func `observations outlive the view and end when the original is closed`() async {
        let dog = Dog(), sky = Messenger<Int>(), log = Recorder<Int>()
        let view = WeakBox(observed(sky.view, by: dog, log))
        #expect(!view.isAlive)
        sky.send(1)
        await sky.close(within: .zero)
        sky.send(2)
        #expect(log.values == [1])
        #expect(!dog.isObserving(sky))
    }

    private func observed(_ view: ObservableView<Int>, by dog: Dog, _ log: Recorder<Int>) -> ObservableView<Int> {
        dog.observe(view) { log.record($0) }
        return view
    }

    @Test func `a view holds its original strongly`() {
        var sky: Messenger<Int>? = Messenger(), number: Var<Int>? = Var(7)
        let weakSky = WeakBox(sky!), weakNumber = WeakBox(number!)
        var view: ObservableView<Int>? = sky!.view, numberView: BufferedView<Update<Int>>? = number!.view
        (sky, number) = (nil, nil)
        #expect(weakSky.isAlive && weakNumber.isAlive)
        #expect(numberView?.value == 7)
        withExtendedLifetime(view) {}
        (view, numberView) = (nil, nil)
        #expect(!weakSky.isAlive && !weakNumber.isAlive)
    }

    // MARK: - Transform

    @Test func `the origin of a transform of a view is the view`() {
        let sky = Messenger<Int>(), view = sky.view, log = Recorder<Int>(), dog = Dog()
        let double = view.filter { $0 > 1 }.map { $0 * 2 }
        dog.observe(double) { log.record($0) }
        sky.send(1)
        sky.send(2)
        #expect(log.values == [4])
        #expect(double.origin.origin === view)
    }

    @Test func `a map of a buffered view is buffered`() {
        let dog = Dog(), number = Var(1), log = Recorder<Int>()
        let double = number.view.new().map { $0 * 2 }
        #expect(double.latestMessage == 2)
        dog.observe(double.startingWithLatest()) { log.record($0) }
        number.value = 2
        #expect(log.values == [2, 4])
        double.origin.origin = number.view.startingWithLatest()
        #expect(log.values == [2, 4, 4])
    }

    @Test func `stand-ins and buffers take views`() {
        let dog = Dog(), number = Var(1), log = Recorder<Int>(), view = number.view
        let weak = BufferedWeak(view), buffer = view.new().buffer()
        dog.observe(weak, buffer) { update, value in log.record(update.new * 10 + (value ?? 0)) }
        number.value = 2
        #expect(weak.observable === view)
        #expect(log.values.last == 22)
    }

    @Test func `promises chain behind views`() async throws {
        let sky = Messenger<Int>(), promise = sky.view.then { Var($0).view.startingWithLatest() }
        sky.send(3)
        #expect(try await promise.value.new == 3)
        let log = Recorder<Int>(), buffer = sky.buffer()
        buffer.view.whenFulfilled { log.record($0) }
        sky.send(4)
        buffer.view.whenFulfilled { log.record($0 * 10) }
        #expect(log.values == [4, 40])
    }

    // MARK: - Latest messages

    @Test func `the view of a variable tells the value`() {
        let number = Var(1), view = number.view
        number.value = 2
        #expect(view.value == 2)
        #expect(view.latestMessage == Update(2, 2))
    }

    @Test func `a view that starts with the latest message is as good as the original`() {
        let dog = Dog(), number = Var(1), log = Recorder<Update<Int>>()
        let custom = Thermometer(), degrees = Recorder<Int>()
        dog.observe(number.view.startingWithLatest()) { log.record($0) }
        dog.observe(number.startingWithLatest().view) { log.record($0) }
        #expect(log.values == [Update(1, 1), Update(1, 1)])
        number.value = 2
        #expect(log.values.suffix(2) == [Update(1, 2), Update(1, 2)])
        dog.observe(custom.view.startingWithLatest()) { degrees.record($0) }
        custom.measure(21)
        #expect(degrees.values == [20, 21])
    }

    @Test func `a loop over the values of a view starts with the current one`() async {
        let number = Var(1), values = number.view.values()
        var iterator = values.makeAsyncIterator()
        #expect(await iterator.next() == 1)
        number.value = 2
        #expect(await iterator.next() == 2)
    }

    // MARK: - Combine

    @Test func `combined observations need no views once they have started`() {
        let dog = Dog(), a = Var(1), b = Var(10), log = Recorder<Int>()
        dog.observe(a.view, b.view) { log.record($0.new + $1.new) }
        a.value = 2
        b.value = 20
        #expect(log.values == [12, 22])
        dog.stopObserving(a.view)
        b.value = 30
        #expect(log.values == [12, 22])
    }

    @Test func `a combined observation starts with the latest message of a view`() {
        let dog = Dog(), a = Var(1), b = Var(10), log = Recorder<Int>()
        dog.observe(a.view, b.view.startingWithLatest()) { log.record($0.new + $1.new) }
        #expect(log.values == [11])
        a.value = 2
        #expect(log.values == [11, 12])
    }

    @Test func `a combined observation of views ends with the first original that dies`() {
        let dog = Dog(), a = Var(1), log = Recorder<Int>()
        var b: Var<Int>? = Var(10)
        dog.observe(a.view, b!.view) { log.record($0.new + $1.new) }
        b = nil
        #expect(!dog.isObserving(a))
        a.value = 2
        #expect(log.values == [])
    }

    // MARK: - Hide

    @Test func `reflection doesn't show the original`() {
        let number = Var(1), sky = Messenger<Int>()
        for view: Any in [number.view, number.view.startingWithLatest(), sky.view, sky.view.sourceMessenger] {
            #expect(Mirror(reflecting: view).children.isEmpty)
            #expect(Mirror(reflecting: view).superclassMirror == nil)
        }
    }

    @Test func `a view is no observable`() {
        let number = Var(1)
        for view: Any in [number.view, number.view.startingWithLatest(), Messenger<Int>().view] {
            #expect(!(view is any Observable))
        }
    }
}

private final class Thermometer: BufferedObservable, @unchecked Sendable {
    let messenger = Messenger<Int>()
    var latestMessage: Int { degrees.withLock { $0 } }
    private let degrees = LockedBox(20)

    func measure(_ new: Int) {
        degrees.withLock { $0 = new }
        send()
    }
}
