import Dispatch
import SwiftObserver

extension Workload {

    /// The costs of the parts of the contract and the features, each next to the same without it.
    package static func prices() -> [Workload] {
        [
            order(), pinning(observers: 1), pinning(observers: 1000), authors(), filteredAuthors(), queue(),
            variable(), changeInPlace(), once(),
        ] + features()
    }

    /// Features that may cost no more than a small multiple of their parts.
    static func features() -> [Workload] {
        [buffer(), combinedObservation(), combinedVariables(), startWithLatest()] + derivation()
    }

    private static func order() -> Workload {
        let messenger = Messenger<Int>(), locked = LockedClosures(1, handle)
        messenger.observed(receive: handle)
        return Workload(
            "one order, no waiting", count: 400_000,
            [
                Contender("send to a free observer") { for number in 0..<$0 { messenger.send(number) } },
                Contender("closures behind a mutex") { for number in 0..<$0 { locked.send(number) } },
            ])
    }

    private static func pinning(observers count: Int) -> Workload {
        let mortal = Messenger<Int>(), free = Messenger<Int>(), observers = (0..<count).map { _ in MeasuredObserver() }
        for observer in observers {
            observer.observe(mortal, receive: handle)
            free.observed(receive: handle)
        }
        return Workload(
            "alive during handlers, \(count == 1 ? "one observer" : "\(count) observers")", count: 400_000 / count,
            [
                Contender("send to those that can die") {
                    for number in 0..<$0 { mortal.send(number) }
                    withExtendedLifetime(observers) {}
                },
                Contender("send to free ones") { for number in 0..<$0 { free.send(number) } },
            ])
    }

    private static func authors() -> Workload {
        let (plain, observer) = observed()
        let messenger = Messenger<Int>()
        observer.observe(messenger) { number, _ in handle(number) }
        return Workload(
            "authors", count: 200_000,
            [
                Contender("send to a handler that takes the author") {
                    for number in 0..<$0 { messenger.send(number) }
                },
                plainSend(plain, observer),
            ])
    }

    private static func filteredAuthors() -> Workload {
        let (plain, observer) = observed()
        let messenger = Messenger<Int>(), author = MeasuredObserver()
        observer.observe(messenger).notFrom(author).receive(handle)
        return Workload(
            "authors, filtered", count: 200_000,
            [
                Contender("send through notFrom") { for number in 0..<$0 { messenger.send(number) } },
                plainSend(plain, observer),
            ])
    }

    private static func queue() -> Workload {
        let (plain, observer) = observed()
        let hopped = Messenger<Int>(), queue = DispatchQueue(label: "hop")
        let delivered = Messenger<Int>(on: queue)
        observer.observe(hopped, on: queue, receive: handle)
        observer.observe(delivered, receive: handle)
        return Workload(
            "queues", count: 50_000,
            [
                Contender("send to a hopped observer", counting: .nothing) {
                    for number in 0..<$0 { hopped.send(number) }
                    queue.sync {}
                },
                Contender("send through a messenger on a queue", counting: .nothing) {
                    for number in 0..<$0 { delivered.send(number) }
                    queue.sync {}
                },
                plainSend(plain, observer),
            ])
    }

    private static func variable() -> Workload {
        let (plain, observer) = observed()
        let variable = Var(0)
        observer.observe(variable) { handle($0.new) }
        return Workload(
            "updates form a chain", count: 200_000,
            [
                setting(variable, observer),
                plainSend(plain, observer),
            ])
    }

    private static func changeInPlace() -> Workload {
        let set = Var(0), changed = Var(0), observer = MeasuredObserver()
        observer.observe(set) { handle($0.new) }
        observer.observe(changed) { handle($0.new) }
        return Workload(
            "atomic change in place", count: 200_000,
            [
                Contender("variable += 1") { for _ in 0..<$0 { changed += 1 } },
                Contender("variable <- number") {
                    for number in 0..<$0 { set <- number + 1 }
                    withExtendedLifetime(observer) {}
                },
            ])
    }

    static func buffer() -> Workload {
        let (plain, observer) = observed()
        let messenger = Messenger<Int>(), buffer = messenger.buffer()
        observer.observe(buffer) { handle($0 ?? 0) }
        return Workload(
            "buffers", count: 200_000,
            [
                Contender("send to an observer of the buffer") {
                    for number in 0..<$0 { messenger.send(number) }
                    withExtendedLifetime(buffer) {}
                },
                plainSend(plain, observer),
            ])
    }

    static func combinedObservation() -> Workload {
        let alone = Var(0), left = Var(0), right = Var(0), observer = MeasuredObserver()
        observer.observe(alone) { handle($0.new) }
        observer.observe(left, right) { handle($0.new &+ $1.new) }
        return Workload(
            "combined observation", count: 200_000,
            [
                Contender("set one of two variables") {
                    for number in 0..<$0 { left <- number + 1 }
                    withExtendedLifetime(right) {}
                },
                setting(alone, observer),
            ])
    }

    private static func combinedVariables() -> Workload {
        let alone = Var(0), left = Var(0), right = Var(0), both = left +++ right, observer = MeasuredObserver()
        observer.observe(alone) { handle($0.new) }
        observer.observe(both) { handle($0.new.left) }
        return Workload(
            "combined variables", count: 100_000,
            [
                Contender("set a part of an observed pair") {
                    for number in 0..<$0 { left <- number + 1 }
                    withExtendedLifetime(both) {}
                },
                setting(alone, observer),
            ])
    }

    private static func startWithLatest() -> Workload {
        let variable = Var(0), observer = MeasuredObserver()
        return Workload(
            "no gap between value and updates", count: 50_000,
            [
                Contender("start with the latest, end") {
                    for _ in 0..<$0 {
                        observer.observe(variable.startingWithLatest()) { handle($0.new) }
                        observer.stopObserving(variable)
                    }
                },
                Contender("start, end") {
                    for _ in 0..<$0 {
                        observer.observe(variable) { handle($0.new) }
                        observer.stopObserving(variable)
                    }
                },
            ])
    }

    private static func once() -> Workload {
        let messenger = Messenger<Int>(), observer = MeasuredObserver()
        return Workload(
            "observing once", count: 50_000,
            [
                Contender("observe once, send") {
                    for number in 0..<$0 {
                        messenger.observedOnce(receive: handle)
                        messenger.send(number)
                    }
                },
                Contender("start, send, end") {
                    for number in 0..<$0 {
                        observer.observe(messenger, receive: handle)
                        messenger.send(number)
                        observer.stopObserving(messenger)
                    }
                },
            ])
    }

    private static func observed() -> (Messenger<Int>, MeasuredObserver) {
        let messenger = Messenger<Int>(), observer = MeasuredObserver()
        observer.observe(messenger, receive: handle)
        return (messenger, observer)
    }

    private static func setting(_ variable: Var<Int>, _ observer: MeasuredObserver) -> Contender {
        Contender("set an observed variable") {
            for number in 0..<$0 { variable <- number + 1 }
            withExtendedLifetime(observer) {}
        }
    }

    private static func plainSend(_ messenger: Messenger<Int>, _ observer: MeasuredObserver) -> Contender {
        Contender("send to an observer") {
            for number in 0..<$0 { messenger.send(number) }
            withExtendedLifetime(observer) {}
        }
    }
}
