import SwiftObserver
import Synchronization
import Testing

@Suite struct Clause10NobodyDiesOnTheJob {

    @Test func `an observer that loses its last owner in its own handler dies when the handler has returned`() {
        let messenger = Messenger<Int>(), log = Recorder<String>()
        let box = LockedBox<Robot?>(Robot { log.record("died") })
        box.withLock { $0 }?.start(messenger) {
            box.empty()
        } then: {
            log.record("alive: \($0.isAlive)")
        }
        messenger.send(1)
        #expect(log.values == ["alive: true", "died"])
        messenger.send(2)
        #expect(log.count == 2)
    }

    @Test func `an observer that loses its last owner on another thread dies when the handler has returned`() {
        let messenger = Messenger<Int>(), log = Recorder<String>(), began = Gate(), mayEnd = Gate()
        let box = LockedBox<Robot?>(Robot { log.record("died") })
        box.withLock { $0 }?.start(messenger) {
            began.open()
            mayEnd.pass()
        } then: {
            log.record("alive: \($0.isAlive)")
        }
        onThreads(2) { thread in
            if thread == 0 { return messenger.send(1) }
            began.pass()
            box.empty()
            log.record("disowned")
            mayEnd.open()
        }
        #expect(log.values == ["disowned", "alive: true", "died"])
    }

    @Test func `an observer that sends while it dies doesn't get that message itself`() {
        let messenger = Messenger<Int>(), witness = Dog(), own = Recorder<Int>(), seen = Recorder<Int>()
        witness.observe(messenger) { seen.record($0) }
        let box = LockedBox<Robot?>(Robot { messenger.send(2) })
        box.withLock { $0 }?.observe(messenger) { own.record($0) }
        messenger.send(1)
        box.empty()
        #expect(own.values == [1])
        #expect(seen.values == [1, 2])
    }

    @Test func `a dead observer gets nothing even if its receiver lives on`() {
        let messenger = Messenger<Int>(), messages = Recorder<Int>(), handlerDeaths = Recorder<Void>()
        let box = LockedBox<Dog?>(Dog()), receiver = box.withLock { $0!.receiver }
        box.withLock { $0! }.observe(messenger) { [mortal = Mortal { handlerDeaths.record(()) }] in
            mortal.touch()
            messages.record($0)
        }
        messenger.send(1)
        box.empty()
        messenger.send(2)
        #expect(messages.values == [1])
        #expect(handlerDeaths.count == 1)
        withExtendedLifetime(receiver) {}
    }

    @Test func `observing keeps neither side alive`() {
        let dog = LockedBox<Dog?>(Dog()), messenger = LockedBox<Messenger<Int>?>(Messenger())
        let weakDog = WeakBox(dog.withLock { $0! }), weakMessenger = WeakBox(messenger.withLock { $0! })
        dog.withLock { $0! }.observe(messenger.withLock { $0! }) { _ in }
        #expect(weakDog.isAlive && weakMessenger.isAlive)
        messenger.empty()
        #expect(weakDog.isAlive && !weakMessenger.isAlive)
        dog.empty()
        #expect(!weakDog.isAlive)
    }

    @Test func `observers that die amid sending threads are alive whenever they're called`() {
        let messenger = Messenger<Int>(), deadCalls = Counter(), deaths = Counter()
        onThreads(4) { thread in
            if thread < 2 {
                for message in 0..<1500 { messenger.send(message) }
            } else {
                for _ in 0..<300 {
                    let robot = Robot { deaths.increment() }
                    robot.start(messenger) {
                    } then: {
                        if !$0.isAlive { deadCalls.increment() }
                    }
                    messenger.send(0)
                }
            }
        }
        while deaths.count < 600 { messenger.send(0) }
        #expect(deadCalls.count == 0)
        #expect(deaths.count == 600)
    }
}

/// An observer whose handler refers to it without retaining it.
private final class Robot: Observer, Sendable {
    let receiver = Receiver()
    private let life = Atomic(true), onDeath: @Sendable () -> Void

    var isAlive: Bool { life.load(ordering: .sequentiallyConsistent) }

    init(onDeath: @escaping @Sendable () -> Void) { self.onDeath = onDeath }

    deinit {
        life.store(false, ordering: .sequentiallyConsistent)
        onDeath()
    }

    /// Starts a handler that doesn't touch the robot until the first closure has returned.
    func start(
        _ messenger: Messenger<Int>, _ first: @escaping @Sendable () -> Void,
        then handle: @escaping @Sendable (Robot) -> Void
    ) {
        observe(messenger) { [unowned self] _ in
            first()
            handle(self)
        }
    }
}

private final class Counter: Sendable {
    private let value = Atomic(0)
    var count: Int { value.load(ordering: .sequentiallyConsistent) }
    func increment() { value.add(1, ordering: .sequentiallyConsistent) }
}
