import Dispatch
import SwiftObserver
import Testing

@Suite struct ObservableTests {

    @Test func `any object with a messenger is observable`() {
        let model = Model(), dog = Dog(), events = Recorder<Model.Event>()
        dog.observe(model) { events.record($0) }
        model.change()
        #expect(events.values == [.willChange, .didChange])
        #expect(dog.isObserving(model))
        #expect(dog.isObserving(model.messenger))
    }

    @Test func `anyone may send through an observable`() {
        let model = Model(), dog = Dog(), events = Recorder<Model.Event>(), box = WeakBox(model)
        dog.observe(model) {
            events.record($0)
            if $0 == .willChange { box.object?.send(.didChange) }
        }
        model.send(.willChange)
        #expect(events.values == [.willChange, .didChange])
    }

    @Test func `messages that handlers send come after the current one, for everyone`() {
        let messenger = Messenger<Int>(), dog = Dog(), cat = Dog(), log = Recorder<String>(), box = WeakBox(messenger)
        dog.observe(messenger) {
            log.record("dog \($0)")
            if $0 == 1 {
                box.object?.send(2)
                box.object?.send(3)
            }
        }
        cat.observe(messenger) { log.record("cat \($0)") }
        messenger.send(1)
        #expect(log.values == ["dog 1", "cat 1", "dog 2", "cat 2", "dog 3", "cat 3"])
    }

    @Test func `an observable sends in its deinit`() {
        let dog = Dog(), events = Recorder<Model.Event>()
        var model: Model? = Model()
        dog.observe(model!) { events.record($0) }
        model = nil
        #expect(events.values == [.willDie])
    }

    @Test func `an observable may send in its init`() {
        let messages = Recorder<String>(), eager = EagerModel { messages.record($0) }
        #expect(messages.values == ["created"])
        withExtendedLifetime(eager) {}
    }

    @Test func `a messenger is its own messenger`() {
        let messenger = Messenger<Int>()
        #expect(messenger.messenger === messenger)
    }

    @Test func `a subclass of a messenger sends in its deinit`() {
        let dog = Dog(), messages = Recorder<Int>(), authors = Recorder<Bool>()
        var subclassed: Subclass? = Subclass()
        dog.observe(subclassed!) { message, author in
            messages.record(message)
            authors.record(author is Subclass)
        }
        subclassed?.send(1)
        subclassed = nil
        #expect(messages.values == [1, -1])
        #expect(authors.values == [true, false])
    }

    @Test func `messages can be of any type`() {
        let functions = Messenger<() -> Int>(), dog = Dog(), results = Recorder<Int>()
        dog.observe(functions) { results.record($0()) }
        var count = 0
        functions.send {
            count += 1
            return count
        }
        #expect(results.values == [1])
        let tuples = Messenger<(Int, String)>()
        dog.observe(tuples) { results.record($0.0 + $0.1.count) }
        tuples.send((2, "abc"))
        #expect(results.values == [1, 5])
    }

    @Test func `sending to nobody is fine`() {
        let messenger = Messenger<Int>()
        messenger.send(1)
        messenger.send(2, from: Mortal())
    }

    @Test func `observables on a shared queue deliver there in one order`() {
        let queue = DispatchQueue(label: "shared"), messenger = Messenger<Int>(on: queue), variable = Var(0, on: queue)
        let dog = Dog(), log = Recorder<String>()
        dog.observe(messenger) {
            dispatchPrecondition(condition: .onQueue(queue))
            log.record("m\($0)")
        }
        dog.observe(variable) { log.record("v\($0.new)") }
        for number in 1...3 {
            messenger.send(number)
            variable.value = number
        }
        #expect(variable.value == 3)
        queue.sync {}
        #expect(log.values == ["m1", "v1", "m2", "v2", "m3", "v3"])
    }

    @Test func `a custom observable sends updates of its state and is buffered`() {
        let state = State(), dog = Dog(), updates = Recorder<Update<String>>()
        dog.observe(state) { updates.record($0) }
        state.text = "a"
        state.text = "a"
        state.send()
        #expect(updates.values == [Update("", "a"), Update("a", "a")])
        #expect(state.latestMessage == Update("a", "a"))
    }

    @Test func `a custom observable without a state returns nil as its latest message`() {
        let doorbell = Doorbell(), dog = Dog(), sounds = Recorder<String?>()
        dog.observe(doorbell) { sounds.record($0) }
        doorbell.send()
        doorbell.send("ding")
        #expect(sounds.values == [nil, "ding"])
    }
}

private final class Model: Observable, Sendable {
    func change() {
        send(.willChange)
        send(.didChange)
    }
    deinit { send(.willDie) }
    let messenger = Messenger<Event>()
    enum Event { case willChange, didChange, willDie }
}

private final class EagerModel: Observable, Sendable {
    init(receive: @escaping @Sendable (String) -> Void) {
        observedOnce(receive: receive)
        send("created")
    }
    let messenger = Messenger<String>()
}

private final class Subclass: Messenger<Int>, @unchecked Sendable {
    override init() { super.init() }
    deinit { send(-1) }
}

private final class State: BufferedObservable {
    var latestMessage: Update<String> { Update(text, text) }
    var text = "" {
        didSet { if text != oldValue { send(Update(oldValue, text)) } }
    }
    let messenger = Messenger<Update<String>>()
}

private final class Doorbell: BufferedObservable, Sendable {
    var latestMessage: String? { nil }
    let messenger = Messenger<String?>()
}
