import SwiftObserver

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
        return Workload(
            "operators as objects", count: 100_000,
            [
                Contender("debounce") {
                    for number in 0..<$0 { bursting.send(number) }
                    withExtendedLifetime(debounced) {}
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
