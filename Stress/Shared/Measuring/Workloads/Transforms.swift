import SwiftObserver

extension Workload {

    package static func transforms() -> Workload {
        let messenger = Messenger<Int>(), chained = Messenger<Int>(), origin = Messenger<Int>()
        let observer = MeasuredObserver()
        observer.observe(messenger, receive: handle)
        observer.observe(chained).map { $0 + 1 }.filter { $0 > 0 }.map { $0 * 2 }.receive(handle)
        let objects = origin.map { $0 + 1 }.filter { $0 > 0 }.map { $0 * 2 }
        observer.observe(objects, receive: handle)
        return Workload(
            "map, filter, map", count: 100_000,
            [
                Contender("in a chain") { for number in 0..<$0 { chained.send(number) } },
                Contender("objects") {
                    for number in 0..<$0 { origin.send(number) }
                    withExtendedLifetime((observer, objects)) {}
                },
                Contender("plain send") { for number in 0..<$0 { messenger.send(number) } },
            ])
    }
}
