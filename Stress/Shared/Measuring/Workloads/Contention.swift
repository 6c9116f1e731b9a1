import SwiftObserver

extension Workload {

    package static func contention(threads: Int) -> Workload {
        let messenger = Messenger<Int>(), observer = MeasuredObserver(), locked = LockedClosures(1, handle)
        observer.observe(messenger, receive: handle)
        locked.send(0)
        func shared(_ count: Int, _ act: @escaping @Sendable (Int) -> Void) {
            _ = onThreads(threads) { _ in for number in 0..<count / threads { act(number) } }
        }
        return Workload(
            "\(threads) threads send", count: 200_000,
            [
                Contender("one messenger", counting: .nothing) {
                    shared($0) { messenger.send($0) }
                    withExtendedLifetime(observer) {}
                },
                Contender("mutex floor", counting: .nothing) { shared($0) { locked.sendLocked($0) } },
            ])
    }
}
