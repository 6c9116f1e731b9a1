import SwiftObserver
import Testing

@Suite struct Clause07NoLockWhileForeignCodeRuns {

    @Test func `a handler may use its observable, here and on a thread that it waits for`() {
        let messenger = Messenger<Mortal?>(), dog = Dog(), uses = Recorder<Void>()
        dog.observe(messenger) { [weak dog] _ in
            guard let dog else { return }
            use(messenger, by: dog)
            uses.record(())
        }
        messenger.send(nil)
        #expect(uses.count == 1)
        #expect(!dog.isObserving(messenger))
    }

    @Test(arguments: Ending.allCases)
    func `a captured object may use the observable when it dies with its handler`(_ ending: Ending) {
        let messenger = Messenger<Mortal?>(), other = Dog(), deaths = Recorder<Void>()
        let dog = LockedBox<Dog?>(Dog())
        do {
            let living = dog.withLock { $0 }
            let onDeath: @Sendable () -> Void = {
                use(messenger, by: other)
                deaths.record(())
            }
            living?.observe(messenger) { [mortal = Mortal(onDeath: onDeath)] _ in mortal.touch() }
        }
        messenger.send(nil)
        #expect(deaths.count == 0)
        ending.end(dog, messenger)
        #expect(deaths.count == 1)
    }

    @Test func `a captured object may use the observable when it dies behind the message that ended its handler`() {
        let messenger = Messenger<Mortal?>(), other = Dog(), dog = Dog(), deaths = Recorder<Void>()
        let onDeath: @Sendable () -> Void = {
            use(messenger, by: other)
            deaths.record(())
        }
        dog.observe(messenger) { [mortal = Mortal(onDeath: onDeath)] _ in
            mortal.touch()
            messenger.send(nil)
            messenger.stopBeingObserved()
        }
        messenger.send(nil)
        #expect(deaths.count == 1)
    }

    @Test func `a message may use its observable when it dies`() {
        let messenger = Messenger<Mortal?>(), witness = FreeObserver(), other = Dog(), deaths = Recorder<Void>()
        let makeMessage: @Sendable () -> Mortal = {
            Mortal {
                use(messenger, by: other)
                deaths.record(())
            }
        }
        messenger.send(makeMessage())
        #expect(deaths.count == 1)
        witness.observe(messenger) { if $0 == nil { for _ in 1...3 { messenger.send(makeMessage()) } } }
        messenger.send(makeMessage())
        #expect(deaths.count == 2)
        witness.observe(messenger) { [once = LockedBox(true)] _ in
            let isFirst = once.withLock { once in
                defer { once = false }
                return once
            }
            if isFirst { for _ in 1...3 { messenger.send(makeMessage()) } }
        }
        witness.observe(messenger) { _ in }
        onThreads(1) { _ in messenger.send(makeMessage()) }
        #expect(deaths.count == 6)
    }

    @Test func `an observer may use its observable when it dies behind its handler`() {
        let messenger = Messenger<Mortal?>(), other = Dog(), deaths = Recorder<Void>()
        let pet = LockedBox<Pet?>(
            Pet {
                use(messenger, by: other)
                deaths.record(())
            })
        pet.withLock { $0 }?.observe(messenger) { _ in pet.empty() }
        messenger.send(nil)
        #expect(deaths.count == 1)
    }

    @Test func `captured objects that die on all threads at once use the observable freely`() {
        let messenger = Messenger<Mortal?>(), deaths = Recorder<Void>()
        let threads = 4, rounds = 150
        onThreads(threads) { _ in
            let dog = Dog(), other = Dog()
            for _ in 0..<rounds {
                let onDeath: @Sendable () -> Void = {
                    other.observe(messenger) { _ in }
                    messenger.send(nil)
                    other.stopObserving(messenger)
                    deaths.record(())
                }
                dog.observe(messenger) { [mortal = Mortal(onDeath: onDeath)] _ in mortal.touch() }
                messenger.send(Mortal { messenger.send(nil) })
                dog.stopObserving(messenger)
            }
        }
        while deaths.count < threads * rounds { messenger.send(nil) }
        #expect(deaths.count == threads * rounds)
    }
}

/// Calls the whole API, first on this thread and then on another one, for which it waits.
@Sendable private func use(_ messenger: Messenger<Mortal?>, by dog: Dog) {
    let useAll: @Sendable () -> Void = {
        dog.observe(messenger) { _ in }
        messenger.observed { _ in }
        _ = dog.isObserving(messenger)
        messenger.send(Mortal())
        dog.stopObserving(messenger)
        FreeObserver.shared.stopObserving(messenger)
        dog.observe(messenger) { _ in }
        messenger.stopBeingObserved(by: dog)
        dog.stopObserving()
    }
    useAll()
    onOtherThread(useAll)
}

private final class Pet: Observer, Sendable {
    let receiver = Receiver()
    private let mortal: Mortal
    init(onDeath: @escaping @Sendable () -> Void) { mortal = Mortal(onDeath: onDeath) }
}

enum Ending: CaseIterable, Sendable {
    case stopObserving, stopObservingAll, stopBeingObserved, stopBeingObservedByAll, observerDies

    func end<Message>(_ dog: LockedBox<Dog?>, _ messenger: Messenger<Message>) {
        switch self {
        case .stopObserving: dog.withLock { $0 }?.stopObserving(messenger)
        case .stopObservingAll: dog.withLock { $0 }?.stopObserving()
        case .stopBeingObserved: if let dog = dog.withLock({ $0 }) { messenger.stopBeingObserved(by: dog) }
        case .stopBeingObservedByAll: messenger.stopBeingObserved()
        case .observerDies: dog.empty()
        }
    }
}

extension LockedBox {

    /// Removes the object, and releases it outside of the box's lock.
    func empty<Object>() where Value == Object? {
        var removed: Object?
        withLock { swap(&$0, &removed) }
    }
}
