import Dispatch
import SwiftObserver

extension Workload {

    /// Workloads that are only counted. One thread does what threads share elsewhere, and moves the clock, so that no count
    /// depends on when something runs.
    package static func countedOnly() -> [Workload] {
        [
            byHand("hop by hand") { $0.observe($1, on: $2, receive: handle) },
            byHand("a batch of 100 by hand") { $0.observe(batchesOf: $1, on: $2, upTo: 100) { handle($0.count) } },
            sendToSuspendedQueue(),
            Workload("operators on a clock by hand", count: 100_000, timedOperators(clock: ClockByHand())),
        ]
    }

    /// All hop before the first arrives. Then the thread that sent also handles.
    private static func byHand(
        _ name: String, _ start: (MeasuredObserver, Messenger<Int>, PlaceByHand) -> Void
    ) -> Workload {
        let messenger = Messenger<Int>(), observer = MeasuredObserver(), place = PlaceByHand()
        start(observer, messenger, place)
        return Workload(
            name, count: 50_000,
            [
                Contender("a place") {
                    for number in 0..<$0 { messenger.send(number) }
                    place.run()
                    withExtendedLifetime(observer) {}
                }
            ])
    }

    /// Only sending is counted. The queue handles everything afterwards.
    private static func sendToSuspendedQueue() -> Workload {
        let messenger = Messenger<Int>(), observer = MeasuredObserver(), queue = DispatchQueue(label: "suspended")
        observer.observe(messenger, on: queue, receive: handle)
        return Workload(
            "hop to a suspended queue", count: 50_000,
            [
                Contender("observe(_:on:)") { _ in
                    queue.suspend()
                    // What comes first enqueues a block, for which Dispatch may allocate or not.
                    messenger.send(0)
                } cleanUp: { _ in
                    queue.resume()
                    queue.sync {}
                    withExtendedLifetime(observer) {}
                } _: {
                    for number in 0..<$0 { messenger.send(number) }
                }
            ])
    }
}

/// Keeps blocks until they're run by hand. `ManualPlace` would take locks, which would be counted.
///
/// `@unchecked Sendable` because all is done by one thread.
private final class PlaceByHand: DeliveryPlace, @unchecked Sendable {

    private var blocks: [@Sendable () -> Void] = []

    func enqueue(_ block: @escaping @Sendable () -> Void) { blocks.append(block) }

    func run() {
        while !blocks.isEmpty { blocks.removeFirst()() }
    }
}
