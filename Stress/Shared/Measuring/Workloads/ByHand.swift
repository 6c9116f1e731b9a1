import Dispatch
import SwiftObserver

extension Workload {

    /// Workloads that are only counted.
    ///
    /// One thread does the work that several threads do elsewhere, and advances the clock. So no
    /// count depends on when something runs.
    package static func countedOnly() -> [Workload] {
        [
            byHand("hop by hand") { $0.observe($1, on: $2, receive: handle) },
            byHand("a batch of 100 by hand") { $0.observe($1).on($2).batches(upTo: 100).receive { handle($0.count) } },
            sendToSuspendedQueue(),
            startInPlace(), startOnQueue(),
            Workload("operators on a clock by hand", count: 100_000, timedOperators(clock: ClockByHand())),
        ]
    }

    /// All messages hop before the first arrives. Then the sending thread also handles them.
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

    /// The second observation of a messenger.
    ///
    /// A chain costs hardly more than the direct form, unless it has transforms.
    private static func startInPlace() -> Workload {
        starts("start in place, end") {
            $0.observe($1, receive: handle)
        } inChain: {
            $0.observe($1).receive(handle)
        } mapped: {
            $0.observe($1).map { $0 }.receive(handle)
        }
    }

    /// The second observation of a messenger, with a handler on a queue.
    private static func startOnQueue() -> Workload {
        let queue = DispatchQueue(label: "counted")
        return starts("start on a queue, end") {
            $0.observe($1, on: queue, receive: handle)
        } inChain: {
            $0.observe($1).on(queue).receive(handle)
        } mapped: {
            $0.observe($1).on(queue).map { $0 }.receive(handle)
        }
    }

    private static func starts(
        _ name: String, directly: @escaping (MeasuredObserver, Messenger<Int>) -> Void,
        inChain: @escaping (MeasuredObserver, Messenger<Int>) -> Void,
        mapped: @escaping (MeasuredObserver, Messenger<Int>) -> Void
    ) -> Workload {
        let messenger = Messenger<Int>(), observer = MeasuredObserver(), other = MeasuredObserver()
        directly(other, messenger)
        func contender(_ name: String, _ start: @escaping (MeasuredObserver, Messenger<Int>) -> Void) -> Contender {
            Contender(name) {
                for _ in 0..<$0 {
                    start(observer, messenger)
                    observer.stopObserving(messenger)
                }
                withExtendedLifetime(other) {}
            }
        }
        return Workload(
            name, count: 50_000,
            [contender("directly", directly), contender("in a chain", inChain), contender("a chain with map", mapped)])
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
                    // The first message enqueues a block, for which Dispatch may or may not
                    // allocate.
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

/// Keeps blocks until they're run by hand.
///
/// `ManualPlace` would acquire locks, which would be counted. `@unchecked Sendable` because one
/// thread does everything.
private final class PlaceByHand: DeliveryPlace, @unchecked Sendable {

    private var blocks: [@Sendable () -> Void] = []

    func enqueue(_ block: @escaping @Sendable () -> Void) { blocks.append(block) }

    func run() {
        while !blocks.isEmpty { blocks.removeFirst()() }
    }
}
