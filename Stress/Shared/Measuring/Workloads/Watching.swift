import SwiftObserver

extension Workload {

    /// Sends to one observer while watching is on. The floor is the same while it's off.
    package static func sendWhileWatched() -> Workload {
        let messenger = Messenger<Int>()
        messenger.observed(receive: handle)
        return Workload("send to 1 while watched", count: 400_000, contenders { messenger.send($0) })
    }

    /// Sends to one observer that can die, while watching is on. The floor is the same while it's
    /// off.
    package static func sendToMortalWhileWatched() -> Workload {
        let messenger = Messenger<Int>(), observer = MeasuredObserver()
        observer.observe(messenger, receive: handle)
        return Workload(
            "send to 1 that can die while watched", count: 400_000,
            contenders {
                messenger.send($0)
                withExtendedLifetime(observer) {}
            })
    }

    private static func contenders(_ send: @escaping (Int) -> Void) -> [Contender] {
        func sendAll(_ count: Int) { for number in 0..<count { send(number) } }
        return [
            Contender("watched", prepare: { _ in Watch.start() }, cleanUp: { _ in Watch.stop() }, sendAll),
            Contender("unwatched", sendAll),
        ]
    }
}
