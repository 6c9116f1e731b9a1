import SwiftObserver
import Synchronization

extension Workload {

    /// Transforms that keep state between messages.
    package static func operators() -> Workload {
        let observer = MeasuredObserver(), plain = Messenger<Int>()
        observer.observe(plain, receive: handle)
        typealias Plain<Stage> = Observing<Int, ObservingForm.Plain, Stage>
        func sending(
            _ name: String, _ transform: (Plain<ObservingStage.InPlace>) -> Plain<ObservingStage.Transforming>
        ) -> Contender {
            let messenger = Messenger<Int>()
            transform(observer.observe(messenger)).receive(handle)
            return Contender(name) {
                for number in 0..<$0 { messenger.send(number) }
                withExtendedLifetime(observer) {}
            }
        }
        return Workload(
            "operators in a chain", count: 100_000,
            [
                sending("compactMap") { $0.compactMap { $0 } },
                sending("removeDuplicates") { $0.removeDuplicates() },
                sending("scan") { $0.scan(0) { $0 &+ $1 } },
                sending("prefix") { $0.prefix(.max) },
                sending("dropFirst") { $0.dropFirst() },
                Contender("plain send") { for number in 0..<$0 { plain.send(number) } },
            ])
    }

    /// Operators that are objects, with one or several observables.
    package static func operatorObjects() -> Workload {
        let observer = MeasuredObserver(), plain = Messenger<Int>(), other = Messenger<Int>()
        observer.observe(plain, receive: handle)
        let merged = Messenger<Int>(), merge = merged.merge(with: other)
        observer.observe(merge, receive: handle)
        let switched = Messenger<Int>(), origin = Messenger<Messenger<Int>>(), latest = origin.switchToLatest()
        origin.send(switched)
        observer.observe(latest, receive: handle)
        let replayed = Messenger<Int>(), replay = replayed.replay(10)
        observer.observe(replay, receive: handle)
        let x = Var(0), combined = x.new().combineLatest(Var(0).new())
        observer.observe(combined) { handle($0.0) }
        return Workload(
            "operators as objects", count: 100_000,
            timedOperators(clock: ContinuousClock()) + gatheringOperators() + [
                Contender("combineLatest") {
                    for number in 0..<$0 { x.value = number &+ 1 }
                    withExtendedLifetime((observer, combined)) {}
                },
                Contender("merge") {
                    for number in 0..<$0 { merged.send(number) }
                    withExtendedLifetime((observer, merge)) {}
                },
                Contender("switchToLatest") {
                    for number in 0..<$0 { switched.send(number) }
                    withExtendedLifetime((observer, latest, origin)) {}
                },
                Contender("replay(10)") {
                    for number in 0..<$0 { replayed.send(number) }
                    withExtendedLifetime((observer, replay)) {}
                },
                Contender("plain send") { for number in 0..<$0 { plain.send(number) } },
            ])
    }

    /// Operators that combine messages of several messengers.
    private static func gatheringOperators() -> [Contender] {
        let observer = MeasuredObserver(), left = Messenger<Int>(), right = Messenger<Int>(), pairs = zip(left, right)
        observer.observe(pairs) { handle($0.0) }
        let one = Messenger<Int>(), other = Messenger<Int>(), latest = one.combineLatest(other)
        other.send(0)
        observer.observe(latest) { handle($0.0) }
        let triggering = Messenger<Int>(), priced = triggering.withLatestFrom(Var(0).new())
        observer.observe(priced) { handle($0.0) }
        let added = Messenger<Int>(), origin = Messenger<Messenger<Int>>(), all = origin.flatMap { $0 }
        origin.send(added)
        observer.observe(all, receive: handle)
        return [
            Contender("zip, a pair") {
                for number in 0..<$0 {
                    left.send(number)
                    right.send(number)
                }
                withExtendedLifetime((observer, pairs)) {}
            },
            Contender("combineLatest of messengers") {
                for number in 0..<$0 { one.send(number) }
                withExtendedLifetime((observer, latest)) {}
            },
            Contender("withLatestFrom") {
                for number in 0..<$0 { triggering.send(number) }
                withExtendedLifetime((observer, priced)) {}
            },
            Contender("flatMap") {
                for number in 0..<$0 { added.send(number) }
                withExtendedLifetime((observer, all, origin)) {}
            },
        ]
    }

    /// Operators that read a clock for each message. None of their alarms ever fires.
    static func timedOperators(clock: any Clock<Duration>) -> [Contender] {
        let observer = MeasuredObserver(), bursting = Messenger<Int>()
        let debounced = bursting.debounce(for: .seconds(3600), clock: clock)
        func timed<Output>(
            _ name: String, _ make: (Messenger<Int>) -> TimedTransform<Messenger<Int>, Output>,
            _ handle: @escaping @Sendable (Output) -> Void
        ) -> Contender {
            let messenger = Messenger<Int>(), timed = make(messenger)
            observer.observe(timed, receive: handle)
            return Contender(name) {
                for number in 0..<$0 { messenger.send(number) }
                withExtendedLifetime((observer, timed)) {}
            }
        }
        return [
            Contender("debounce") {
                for number in 0..<$0 { bursting.send(number) }
                withExtendedLifetime(debounced) {}
            },
            timed("throttle", { $0.throttle(for: .seconds(3600), clock: clock) }, handle),
            timed("chunks of 100", { $0.chunks(ofCount: 100, orEvery: .seconds(3600), clock: clock) }) {
                handle($0.count)
            },
            timed("timeout", { $0.timeout(after: .seconds(3600), sending: -1, clock: clock) }, handle),
            timed("delay", { $0.delay(by: .seconds(1), clock: ClockByHand(step: .seconds(1))) }, handle),
        ]
    }
}
