import Dispatch
import SwiftObserver
import Testing

@Suite struct ObserverTests {

    @Test func `an observer gets the messages of what it observes`() {
        let dog = Dog(), messenger = Messenger<Int>(), messages = Recorder<Int>()
        dog.observe(messenger) { messages.record($0) }
        messenger.send(1)
        messenger.send(2)
        #expect(messages.values == [1, 2])
    }

    @Test func `starting to observe sends nothing`() {
        let dog = Dog(), variable = Var(1), buffer = Messenger<Int>().buffer(), calls = Recorder<Int>()
        buffer.send(1)
        dog.observe(variable) { _ in calls.record(1) }
        dog.observe(buffer) { _ in calls.record(2) }
        dog.observe(variable, buffer) { _, _ in calls.record(3) }
        #expect(calls.values == [])
    }

    @Test func `an observer observes the same observable several times`() {
        let dog = Dog(), messenger = Messenger<Int>(), messages = Recorder<String>()
        for name in ["a", "b", "c"] { dog.observe(messenger) { messages.record("\(name)\($0)") } }
        messenger.send(1)
        #expect(messages.values == ["a1", "b1", "c1"])
        dog.stopObserving(messenger)
        messenger.send(2)
        #expect(messages.count == 3)
    }

    @Test func `observers are called in the order of their arrival`() {
        let dogs = (0..<10).map { _ in Dog() }, messenger = Messenger<Int>(), calls = Recorder<Int>()
        for (index, dog) in dogs.enumerated() { dog.observe(messenger) { _ in calls.record(index) } }
        messenger.send(1)
        dogs[3].stopObserving()
        dogs[3].observe(messenger) { _ in calls.record(3) }
        messenger.send(2)
        #expect(calls.values == Array(0..<10) + [0, 1, 2, 4, 5, 6, 7, 8, 9, 3])
        withExtendedLifetime(dogs) {}
    }

    @Test func `an observer knows whether it observes`() {
        let dog = Dog(), other = Dog(), messenger = Messenger<Int>()
        #expect(!dog.isObserving(messenger))
        dog.observe(messenger) { _ in }
        #expect(dog.isObserving(messenger))
        #expect(!dog.isObserving(Messenger<Int>()))
        #expect(!other.isObserving(messenger))
        dog.stopObserving(messenger)
        #expect(!dog.isObserving(messenger))
    }

    @Test func `an observer stops observing one observable`() {
        let dog = Dog(), one = Messenger<Int>(), two = Messenger<Int>(), messages = Recorder<Int>()
        for messenger in [one, two] { dog.observe(messenger) { messages.record($0) } }
        dog.stopObserving(one)
        one.send(1)
        two.send(2)
        #expect(messages.values == [2])
    }

    @Test func `an observer stops observing everything`() {
        let dog = Dog(), one = Messenger<Int>(), two = Var(0), messages = Recorder<Int>()
        dog.observe(one) { messages.record($0) }
        dog.observe(two).new().receive { messages.record($0) }
        dog.stopObserving()
        one.send(1)
        two.value = 2
        #expect(messages.values == [])
        dog.observe(one) { messages.record($0) }
        one.send(3)
        #expect(messages.values == [3])
    }

    @Test func `an observable stops being observed by one observer`() {
        let dog = Dog(), cat = Dog(), messenger = Messenger<Int>(), messages = Recorder<String>()
        dog.observe(messenger) { messages.record("dog \($0)") }
        cat.observe(messenger) { messages.record("cat \($0)") }
        messenger.stopBeingObserved(by: dog)
        messenger.send(1)
        #expect(messages.values == ["cat 1"])
    }

    @Test func `an observable stops being observed by anyone`() {
        let dog = Dog(), cat = Dog(), messenger = Messenger<Int>(), messages = Recorder<Int>()
        for observer in [dog, cat] { observer.observe(messenger) { messages.record($0) } }
        messenger.stopBeingObserved()
        messenger.send(1)
        #expect(messages.values == [])
        #expect(!dog.isObserving(messenger) && !cat.isObserving(messenger))
    }

    @Test func `stopping what never started is fine`() {
        let dog = Dog(), messenger = Messenger<Int>()
        dog.stopObserving(messenger)
        dog.stopObserving()
        messenger.stopBeingObserved(by: dog)
        messenger.stopBeingObserved()
        messenger.send(1)
        #expect(!dog.isObserving(messenger))
    }

    @Test func `a dead observer gets nothing and leaves nothing behind`() {
        let messenger = Messenger<Int>(), messages = Recorder<Int>()
        var dog: Dog? = Dog(), captured: Mortal? = Mortal()
        let box = WeakBox(captured!)
        dog?.observe(messenger) { [captured] in
            captured?.touch()
            messages.record($0)
        }
        captured = nil
        #expect(box.isAlive)
        dog = nil
        #expect(!box.isAlive)
        messenger.send(1)
        #expect(messages.values == [])
    }

    @Test func `observing does not keep the observable alive, and its death releases the handler`() {
        let dog = Dog()
        var messenger: Messenger<Int>? = Messenger(), captured: Mortal? = Mortal()
        let messengerBox = WeakBox(messenger!), capturedBox = WeakBox(captured!)
        dog.observe(messenger!) { [captured] _ in captured?.touch() }
        captured = nil
        #expect(capturedBox.isAlive)
        messenger = nil
        #expect(!messengerBox.isAlive)
        #expect(!capturedBox.isAlive)
        withExtendedLifetime(dog) {}
    }

    @Test func `an observer can stop observing in its deinit, though it need not`() {
        let messenger = Messenger<Int>(), messages = Recorder<Int>()
        do {
            let tidy = TidyObserver()
            tidy.observe(messenger) { messages.record($0) }
            messenger.send(1)
        }
        messenger.send(2)
        #expect(messages.values == [1])
    }

    @Test func `an observation on a queue runs there, in order`() {
        let dog = Dog(), messenger = Messenger<Int>(), messages = Recorder<Int>()
        let queue = DispatchQueue(label: "kennel")
        dog.observe(messenger, on: queue) {
            dispatchPrecondition(condition: .onQueue(queue))
            messages.record($0)
        }
        for number in 0..<100 { messenger.send(number) }
        queue.sync {}
        #expect(messages.values == Array(0..<100))
        queue.sync { dog.stopObserving() }
        messenger.send(100)
        queue.sync {}
        #expect(messages.count == 100)
    }

    @Test func `an observer of many finds and ends those of its observations that are hopped`() {
        let dog = Dog(), others = (0..<20).map { _ in Messenger<Int>() }, messenger = Messenger<Int>()
        let queue = DispatchQueue(label: "q"), messages = Recorder<Int>()
        for other in others { dog.observe(other) { _ in } }
        #expect(!dog.isObserving(messenger))
        dog.observe(messenger, on: queue) { messages.record($0) }
        #expect(dog.isObserving(messenger))
        queue.sync { dog.stopObserving(messenger) }
        #expect(!dog.isObserving(messenger))
        messenger.send(1)
        queue.sync {}
        #expect(messages.values == [])
        #expect(others.allSatisfy { dog.isObserving($0) })
    }

    @Test func `handlers of Void messages take no argument`() {
        let dog = Dog(), bell = Messenger<Void>(), calls = Recorder<String>()
        dog.observe(bell) { calls.record("dog") }
        observe(bell) { calls.record("free") }
        bell.observed { calls.record("observed") }
        bell.observedOnce { calls.record("once") }
        bell.send(())
        FreeObserver.shared.stopObserving(bell)
        #expect(calls.values == ["dog", "free", "observed", "once"])
        let observable: any Observable<Void> = bell
        bell.send()
        observable.send()
        #expect(calls.values.suffix(2) == ["dog", "dog"])
    }
}

private final class TidyObserver: Observer, Sendable {
    let receiver = Receiver()
    deinit { stopObserving() }
}
