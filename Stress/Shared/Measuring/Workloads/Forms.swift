import Dispatch
import SwiftObserver

extension Workload {

    /// The forms of an observation. A message counts when it has been handled.
    package static func forms() -> Workload {
        let observer = MeasuredObserver(), actor = MeasuredActor()

        func form(
            _ name: String, _ begin: (Messenger<Int>, _ receive: @escaping @Sendable (Int) -> Void) -> Void
        ) -> Contender {
            let messenger = Messenger<Int>(), handled = DispatchSemaphore(value: 0)
            begin(messenger) { number in
                handle(number)
                if number == 0 { handled.signal() }
            }
            return Contender(name, counting: .nothing) {
                for number in (0..<$0).reversed() { messenger.send(number) }
                handled.wait()
                withExtendedLifetime((observer, actor)) {}
            }
        }

        func queue() -> DispatchQueue { DispatchQueue(label: "form") }
        return Workload(
            "a message, until it's handled", count: 50_000,
            [
                form("on a queue") { observer.observe($0, on: queue(), receive: $1) },
                form("in batches on a queue") { messenger, receive in
                    observer.observe(messenger).on(queue()).batches(upTo: 100).receive { $0.forEach(receive) }
                },
                form("on an actor") { messenger, receive in
                    observer.observe(messenger, on: actor) { _, number in receive(number) }
                },
                form("in a loop") { messenger, receive in
                    let messages = messenger.messages()
                    Task.detached { for await number in messages { receive(number) } }
                },
                form("in place") { observer.observe($0, receive: $1) },
            ])
    }
}

private actor MeasuredActor {}
