import SwiftObserver
import Synchronization

extension Workload {

    /// Transforms that keep something from one message to the next.
    package static func operators() -> Workload {
        let observer = MeasuredObserver(), plain = Messenger<Int>()
        observer.observe(plain, receive: handle)
        func sending(_ name: String, _ transform: (AdHocTransform<Int>) -> AdHocTransform<Int>) -> Contender {
            let messenger = Messenger<Int>()
            transform(observer.observe(messenger)).receive(handle)
            return Contender(name) {
                for number in 0..<$0 { messenger.send(number) }
                withExtendedLifetime(observer) {}
            }
        }
        return Workload(
            "operators on the fly", count: 100_000,
            [
                sending("removeDuplicates") { $0.removeDuplicates() },
                sending("scan") { $0.scan(0) { $0 &+ $1 } },
                sending("prefix") { $0.prefix(.max) },
                sending("dropFirst") { $0.dropFirst() },
                Contender("plain send") { for number in 0..<$0 { plain.send(number) } },
            ])
    }

    /// Several observables in one.
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
        let bursting = Messenger<Int>(), debounced = bursting.debounce(for: .seconds(3600))
        let x = Var(0), combined = x.new().combineLatest(Var(0).new())
        observer.observe(combined) { handle($0.0) }
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
        return Workload(
            "operators as objects", count: 100_000,
            [
                Contender("debounce") {
                    for number in 0..<$0 { bursting.send(number) }
                    withExtendedLifetime(debounced) {}
                },
                timed("throttle", { $0.throttle(for: .seconds(3600)) }, handle),
                timed("chunks of 100", { $0.chunks(ofCount: 100, orEvery: .seconds(3600)) }, { handle($0.count) }),
                timed("timeout", { $0.timeout(after: .seconds(3600), sending: -1) }, handle),
                timed("delay", { $0.delay(by: .seconds(1), clock: SteppingClock()) }, handle),
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
}

/// A clock on which a second passes between two looks. Nobody is woken: what is due is sent by the next message.
private final class SteppingClock: AlarmClock {

    typealias Instant = ContinuousClock.Instant

    private let start = ContinuousClock.now
    private let seconds = Atomic(0)

    var now: Instant { start + .seconds(seconds.wrappingAdd(1, ordering: .relaxed).newValue) }
    var minimumResolution: Duration { .zero }
    func setAlarm(at moment: Instant, _ ring: @escaping @Sendable () -> Void) -> @Sendable () -> Void { {} }
    func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}
