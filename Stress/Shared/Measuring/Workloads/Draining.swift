import SwiftObserver

extension Workload {

    /// Drains an observable without waiting messages. The floor is to send to it.
    package static func drain() -> Workload {
        let messenger = Messenger<Int>()
        messenger.observed(receive: handle)
        return Workload(
            "drain when free", count: 200_000,
            [
                Contender("drain(within:)") { for _ in 0..<$0 { messenger.drain(within: .seconds(1)) } },
                Contender("send to 1") { for number in 0..<$0 { messenger.send(number) } },
            ])
    }
}
