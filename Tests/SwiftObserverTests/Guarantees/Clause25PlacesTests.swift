import Dispatch
import SwiftObserver
import SwiftObserverTesting
import Testing

@Suite struct Clause25Places {

    @Test func `a handler runs in its place, when a block does`() {
        let place = ManualPlace(), dog = Dog(), messenger = Messenger<Int>(), numbers = Recorder<Int>()
        dog.observe(messenger, on: place) { numbers.record($0) }
        messenger.send(1)
        messenger.send(2)
        #expect(numbers.values == [])
        #expect(place.blockCount == 1)

        #expect(place.runNext())
        #expect(numbers.values == [1, 2])
        #expect(!place.runNext())
        messenger.send(3)
        #expect(place.runAll() == 1)
        #expect(numbers.values == [1, 2, 3])
        dog.stopObserving()
    }

    @Test func `all who observe on the same place share its order, also across observables`() {
        let place = ManualPlace(), dog = Dog(), cat = Dog(), numbers = Recorder<Int>()
        let a = Messenger<Int>(), b = Messenger<Int>(on: place), variable = Var(0)
        dog.observe(a, on: place) { numbers.record($0) }
        cat.observe(b) { numbers.record($0) }
        dog.observe(variable, on: place) { numbers.record($0.new) }
        b.send(1)
        a.send(2)
        variable <- 3
        a.send(4)
        b.send(5)
        #expect(place.runAll() == 1)
        #expect(numbers.values == [1, 2, 3, 4, 5])
        dog.stopObserving()
        cat.stopObserving()
    }

    @Test func `what is enqueued after a send finds the message handled, on every thread`() {
        let place = ThreadPlace(), unhandled = Recorder<Int>()
        onThreads(4) { thread in
            let dog = Dog(), messenger = Messenger<Int>(), latest = LockedBox(-1)
            dog.observe(messenger, on: place) { message in latest.withLock { $0 = message } }
            for number in 0..<300 {
                messenger.send(number)
                place.enqueue { if latest.withLock({ $0 }) < number { unhandled.record(number) } }
                if number.isMultiple(of: 10) { place.flush() }
            }
            place.flush()
            dog.stopObserving()
        }
        #expect(unhandled.values == [])
    }

    @Test func `many senders agree on one order, and no handler overlaps`() {
        let place = ThreadPlace(), dog = Dog(), cat = Dog(), meter = OverlapMeter(), end = 2000
        let messenger = Messenger<Int>(), recorders = [Recorder<Int>(), Recorder<Int>()]
        for (observer, recorder) in zip([dog, cat], recorders) {
            observer.observe(messenger, on: place) { number in meter.measure { recorder.record(number) } }
        }
        onThreads(4) { thread in for number in 0..<end { messenger.send(thread * end + number) } }
        place.flush()
        #expect(recorders[0].values == recorders[1].values)
        #expect(recorders[0].count == 4 * end)
        #expect(meter.maximum == 1)
        for thread in 0..<4 {
            let sent = thread * end..<(thread + 1) * end
            #expect(recorders[0].values.filter(sent.contains) == Array(sent))
        }
        dog.stopObserving()
        cat.stopObserving()
    }

    @Test func `no lock is held while a place enqueues`() {
        let place = SendingPlace(), dog = Dog(), cat = Dog(), numbers = Recorder<Int>()
        dog.observe(place.messenger, on: place) { numbers.record($0) }
        dog.observe(place.variable, on: place) { numbers.record(-$0.new) }
        dog.observe(place.delivering) { numbers.record($0 + 100) }
        place.lookAround = { place in
            // On another thread, which would have to wait for any lock that is held here.
            onOtherThread {
                _ = place.messenger.inspect()
                _ = place.variable.value
                place.variable <- place.variable.value
                cat.observe(place.messenger) { _ in }
                cat.stopObserving(place.messenger)
                _ = place.messenger.backlog
            }
        }
        place.messenger.send(1)
        place.place.runAll()
        place.variable <- 2
        place.place.runAll()
        place.delivering.send(3)
        place.place.runAll()
        _ = place.messenger.close(within: .zero)
        // The farewell needs no block, because no message waits.
        #expect(place.enqueued.count == 3)
        place.lookAround = nil
        place.place.runAll()
        #expect(numbers.values == [1, -2, 103])
        dog.stopObserving()
        cat.stopObserving()
        place.delivering = Messenger()
    }

    @Test func `a place may run a block where it's enqueued`() {
        let place = ImmediatePlace(), dog = Dog(), messenger = Messenger<Int>(), numbers = Recorder<Int>()
        dog.observe(messenger, on: place) { number in
            numbers.record(number)
            if number < 2000 { messenger.send(number + 1) }
        }
        messenger.send(1)
        #expect(numbers.values == Array(1...2000))
        dog.stopObserving()
    }

    @Test func `a place that breaks its promise breaks no order and calls one handler at a time`() {
        let place = WildPlace(), dog = Dog(), meter = OverlapMeter(), end = 1000
        let messenger = Messenger<Int>(), numbers = Recorder<Int>()
        dog.observe(messenger, on: place) { number in meter.measure { numbers.record(number) } }
        onThreads(4) { thread in for number in 0..<end { messenger.send(thread * end + number) } }
        place.flush()
        // The place may have dropped the last blocks.
        while numbers.count < 4 * end + 1 {
            messenger.send(-1)
            place.flush()
        }
        let values = numbers.values.filter { $0 >= 0 }
        #expect(values.count == 4 * end)
        #expect(meter.maximum == 1)
        for thread in 0..<4 {
            let sent = thread * end..<(thread + 1) * end
            #expect(values.filter(sent.contains) == Array(sent))
        }
        dog.stopObserving()
    }

    @Test func `what waited for a dropped block comes before the next message`() {
        let place = DroppingPlace(), dog = Dog(), messenger = Messenger<Int>(), numbers = Recorder<Int>()
        dog.observe(messenger, on: place) { numbers.record($0) }
        place.drops = true
        messenger.send(1)
        messenger.send(2)
        place.drops = false
        #expect(place.place.runAll() == 0)
        messenger.send(3)
        place.place.runAll()
        #expect(numbers.values == [1, 2, 3])
        dog.stopObserving()
    }

    @Test func `an observation that was ended in its place handles nothing that waits there`() {
        let place = ManualPlace(), dog = Dog(), messenger = Messenger<Int>(), numbers = Recorder<Int>()
        dog.observe(messenger, on: place) { number in
            numbers.record(number)
            dog.stopObserving()
        }
        for number in 1...3 { messenger.send(number) }
        place.runAll()
        #expect(numbers.values == [1])
    }

    @Test(arguments: [MessageBuffering.unbounded, .newest(1)])
    func `an observable that dies waits for no place on which nothing waits`(buffering: MessageBuffering) {
        let tracker = LifetimeTracker(), place = ManualPlace(), dog = Dog(), cat = Dog()
        do {
            let messenger = Messenger<Int>(), variable = Var(1), captured = Dog()
            tracker.track(captured)
            dog.observe(messenger).on(place).buffering(buffering).receive { _ in _ = captured.receiver }
            dog.observe(messenger).map { $0 + 1 }.receive { _ in _ = captured.receiver }
            dog.observe(variable).on(place).buffering(buffering).receive { _ in _ = captured.receiver }
            cat.observe(messenger, on: place) { _ in _ = captured.receiver }
            messenger.send(1)
            place.runAll()
        }
        tracker.expectAllDead()
        #expect(place.runAll() == 0)
        withExtendedLifetime((dog, cat)) {}
    }

    @Test func `a place can say what it's called`() async {
        let place = NamedPlace(), dog = Dog(), messenger = Messenger<Int>()
        dog.observe(messenger, on: place) { _ in }
        messenger.send(1)
        let unhandled = await messenger.drain(within: .zero)
        #expect(unhandled.map(\.place) == [.place(name: "the disk")])
        place.place.runAll()
        dog.stopObserving()
    }

    @Test func `last words and the farewell arrive behind all messages`() async {
        let place = ManualPlace(), dog = Dog(), numbers = Recorder<Int>()
        do {
            let messenger = Messenger<Int>()
            dog.observe(messenger, on: place) { numbers.record($0) }
            messenger.send(1)
            messenger.send(2)
            messenger.stopBeingObserved()
            messenger.send(3)
            let unhandled = await messenger.close(within: .zero)
            #expect(unhandled.isEmpty)
        }
        place.runAll()
        #expect(numbers.values == [])

        let closing = Messenger<Int>()
        dog.observe(closing, on: place) { numbers.record($0) }
        closing.send(4)
        let unhandled = await closing.close(within: .zero)
        #expect(unhandled.map(\.place) == [.place(name: "ManualPlace")])
        #expect("\(unhandled)".contains("ManualPlace"))
        place.runAll()
        #expect(numbers.values == [4])
        #expect(!dog.isObserving(closing))
    }

    @Test func `nothing stays of observers, messages and places`() {
        let isPlaceDead = LockedBox(false), isMessageDead = LockedBox(false)
        do {
            let place = MortalPlace { isPlaceDead.withLock { $0 = true } }, messenger = Messenger<Mortal>()
            var dog: Dog? = Dog()
            dog?.observe(messenger, on: place) { $0.touch() }
            messenger.send(Mortal { isMessageDead.withLock { $0 = true } })
            dog = nil
            place.place.runAll()
            #expect(isMessageDead.withLock { $0 })
        }
        #expect(isPlaceDead.withLock { $0 })
    }

    @Test func `a limit holds on a place, and what is missing is told`() {
        let place = ManualPlace(), dog = Dog(), messenger = Messenger<Int>(), numbers = Recorder<Int>()
        dog.observe(messenger).on(place).buffering(.newest(2)).missed { numbers.record(-$0) }.receive {
            numbers.record($0)
        }
        for number in 1...5 { messenger.send(number) }
        place.runAll()
        #expect(numbers.values == [-3, 4, 5])
        dog.stopObserving()
    }

    @Test func `batches, merged updates, combinations, promises, single and free observations work on places`() {
        let place = ManualPlace(), dog = Dog(), numbers = Recorder<[Int]>()
        let messenger = Messenger<Int>(), variable = Var(1), other = Var(2)
        dog.observe(messenger).on(place).batches(upTo: 10).receive { numbers.record($0) }
        dog.observe(variable).on(place).merging().receive { numbers.record([$0.old, $0.new]) }
        dog.observe(variable, other, on: place) { numbers.record([$0.new, $1.new]) }
        observe(messenger).on(place).once().receive { numbers.record([$0]) }
        messenger.observed().on(place).map { $0 * 10 }.receive { numbers.record([$0]) }
        messenger.send(1)
        messenger.send(2)
        variable <- 3
        variable <- 4
        place.runAll()
        #expect(numbers.values.first == [1, 2])
        #expect(Set(numbers.values) == [[1, 2], [1], [10], [20], [1, 4], [3, 2], [4, 2]])
        FreeObserver.shared.stopObserving(messenger)
        dog.stopObserving()
    }

    @Test func `to drain waits for what waits in a place`() async {
        let place = ManualPlace(), dog = Dog(), messenger = Messenger<Int>(), numbers = Recorder<Int>()
        dog.observe(messenger, on: place) { numbers.record($0) }
        messenger.send(1)
        #expect(await messenger.drain(within: .zero).count == 1)
        Task.detached { place.runAll() }
        #expect(await messenger.drain(within: .hangLimit).isEmpty)
        #expect(numbers.values == [1])

        // an observable that delivers on the place is drained, too
        let silent = Messenger<Int>(on: place)
        dog.observe(silent) { numbers.record($0) }
        silent.send(2)
        let drained = LockedBox<Bool?>(nil)
        Task.detached {
            let isDrained = await silent.drain(within: .hangLimit).isEmpty
            drained.withLock { $0 = isDrained }
        }
        await eventually {
            place.runAll()
            return drained.withLock { $0 } != nil
        }
        #expect(drained.withLock { $0 } == true)
        #expect(numbers.values == [1, 2])
        dog.stopObserving()
    }

    @Test func `queues of the system can be named as before`() async {
        let dog = Dog(), messenger = Messenger<Int>(), numbers = Recorder<Int>()
        dog.observe(messenger, on: .global()) { numbers.record($0) }
        dog.observe(messenger, on: .global(qos: .utility)) { numbers.record($0) }
        messenger.send(1)
        await eventually { numbers.count == 2 }
        dog.stopObserving()
    }
}

/// A place that calls a closure while it enqueues.
private final class SendingPlace: DeliveryPlace, @unchecked Sendable {

    let messenger = Messenger<Int>(), variable = Var(0), place = ManualPlace(), enqueued = Recorder<Bool>()
    lazy var delivering = Messenger<Int>(on: self)
    var lookAround: (@Sendable (SendingPlace) -> Void)?

    func enqueue(_ block: @escaping @Sendable () -> Void) {
        enqueued.record(true)
        lookAround?(self)
        place.enqueue(block)
        lookAround?(self)
    }
}

private final class DroppingPlace: DeliveryPlace, @unchecked Sendable {

    let place = ManualPlace()
    var drops = false

    func enqueue(_ block: @escaping @Sendable () -> Void) { if !drops { place.enqueue(block) } }
}

private final class MortalPlace: DeliveryPlace {

    let place = ManualPlace()
    private let onDeath: @Sendable () -> Void

    init(onDeath: @escaping @Sendable () -> Void) { self.onDeath = onDeath }
    deinit { onDeath() }

    func enqueue(_ block: @escaping @Sendable () -> Void) { place.enqueue(block) }
}

@Suite struct Clause25CarriedContext {

    private enum Trace {
        @TaskLocal static var id = 0
        @TaskLocal static var user: Mortal?
        @TaskLocal static var name = "nobody"
    }

    @Test func `a handler finds the value of the one who sent`() {
        let place = ManualPlace(), dog = Dog(), messenger = Messenger<Int>(), found = Recorder<[Int]>()
        dog.observe(messenger, on: place.carrying(Trace.$id)) { found.record([$0, Trace.id]) }
        messenger.send(1)
        Trace.$id.withValue(7) {
            messenger.send(2)
            Trace.$id.withValue(8) { messenger.send(3) }
        }
        Trace.$id.withValue(9) { _ = place.runAll() }
        #expect(found.values == [[1, 0], [2, 7], [3, 8]])
        dog.stopObserving()
    }

    @Test func `each message carries its own, also when another thread delivers, and with several values`() {
        let queue = DispatchQueue(label: "queue"), dog = Dog(), messenger = Messenger<Int>(), wrong = Recorder<Int>()
        let handled = Recorder<Int>(), end = 1000
        dog.observe(messenger, on: queue.carrying(Trace.$id).carrying(Trace.$name)) { number, author in
            handled.record(number)
            if Trace.id != number || Trace.name != "\(number)" || author !== messenger { wrong.record(number) }
        }
        onThreads(4) { thread in
            for number in thread * end..<(thread + 1) * end {
                Trace.$id.withValue(number) { Trace.$name.withValue("\(number)") { messenger.send(number) } }
            }
        }
        queue.sync {}
        #expect(handled.count == 4 * end)
        #expect(wrong.values == [])
        dog.stopObserving()
    }

    @Test func `it shares the order of its place`() {
        let place = ManualPlace(), dog = Dog(), a = Messenger<Int>(), b = Messenger<Int>(), numbers = Recorder<Int>()
        dog.observe(a, on: place) { numbers.record($0) }
        dog.observe(b, on: place.carrying(Trace.$id)) { numbers.record($0) }
        b.send(1)
        a.send(2)
        b.send(3)
        #expect(place.runAll() == 1)
        #expect(numbers.values == [1, 2, 3])
        dog.stopObserving()
    }

    @Test func `with a limit, values of dropped messages are released, and without a lock`() {
        let place = ManualPlace(), dog = Dog(), messenger = Messenger<Int>(), found = Recorder<[Int]>(),
            dead = Recorder<Int>()
        dog.observe(messenger).on(place.carrying(Trace.$user).carrying(Trace.$id)).buffering(.newest(2)).receive {
            number in
            found.record([number, Trace.id, Trace.user == nil ? 0 : 1])
        }
        for number in 1...4 {
            let user = Mortal {
                onOtherThread { _ = messenger.inspect() }
                dead.record(number)
            }
            Trace.$user.withValue(user) { Trace.$id.withValue(number * 10) { messenger.send(number) } }
        }
        #expect(dead.values == [1, 2])
        place.runAll()
        #expect(found.values == [[3, 30, 1], [4, 40, 1]])
        #expect(dead.values == [1, 2, 3, 4])
        dog.stopObserving()
    }

    @Test func `merged updates carry that of the last one, and transforms in a chain find it`() {
        let place = ManualPlace(), dog = Dog(), variable = Var(0), found = Recorder<[Int]>()
        dog.observe(variable).on(place.carrying(Trace.$id)).merging().receive { found.record([$0.new, Trace.id]) }
        dog.observe(variable).on(place.carrying(Trace.$id)).new().map { $0 + Trace.id }.receive { found.record([$0]) }
        for number in 1...2 { Trace.$id.withValue(number * 10) { variable <- number } }
        place.runAll()
        #expect(Set(found.values) == [[2, 20], [11], [22]])
        dog.stopObserving()
    }
}

private final class NamedPlace: DeliveryPlace, CustomStringConvertible {
    let place = ManualPlace()
    let description = "the disk"
    func enqueue(_ block: @escaping @Sendable () -> Void) { place.enqueue(block) }
}
