import Foundation
import Measuring
import SwiftObserver

/// The cost of a send with a growing number of concurrent senders.
///
/// It's the wall-clock time divided by the number of sends of all threads.
func growthOfThreads(upTo largest: Int, turns: Int) -> [Growth] {
    [
        growthOfThreads(
            "threads-one", "Send through one messenger", upTo: largest, turns,
            [
                Senders("messenger") { _ in
                    let messenger = Messenger<Int>(), observer = SingleBenchObserver()
                    observer.observe(messenger, receive: observer.handle)
                    return { _, message in
                        messenger.send(message)
                        withExtendedLifetime(observer) {}
                    }
                },
                Senders("mutex floor, locked while handling", isFloor: true) { _ in
                    let closures = LockedClosures(1, SingleBenchObserver().handle)
                    closures.send(0)
                    return { _, message in closures.sendLocked(message) }
                },
            ]),
        growthOfThreads(
            "threads-each", "Send through a messenger each", upTo: largest, turns,
            [
                Senders("messengers") { count in
                    let messengers = (0..<count).map { _ in Messenger<Int>() }
                    let observers = messengers.map { _ in SingleBenchObserver() }
                    for (observer, messenger) in zip(observers, messengers) {
                        observer.observe(messenger, receive: observer.handle)
                    }
                    return { thread, message in
                        messengers[thread].send(message)
                        withExtendedLifetime(observers) {}
                    }
                },
                Senders("mutex floors", isFloor: true) { count in
                    let floors = (0..<count).map { _ in LockedClosures(1, SingleBenchObserver().handle) }
                    return { thread, message in floors[thread].send(message) }
                },
            ]),
    ]
}

/// An object through which several threads send. Each thread sends the given number of messages.
private struct Senders {
    let name: String
    let isFloor: Bool
    let gather: (_ threads: Int) -> @Sendable (_ thread: Int, _ message: Int) -> Void

    init(
        _ name: String, isFloor: Bool = false,
        _ gather: @escaping (_ threads: Int) -> @Sendable (_ thread: Int, _ message: Int) -> Void
    ) {
        self.name = name
        self.isFloor = isFloor
        self.gather = gather
    }
}

private func growthOfThreads(
    _ name: String, _ title: String, upTo largest: Int, _ turns: Int, _ contestants: [Senders]
) -> Growth {
    var growth = Growth(
        name, title, of: "threads", in: "ns", contestants.map { Curve(name: $0.name, isFloor: $0.isFloor) })
    var threads = 1
    while threads <= largest {
        let sends = contestants.map { $0.gather(threads) }, count = 200_000 / threads
        growth.add(
            takeTurns(turns, sends) { send in
                onThreads(threads) { thread in for message in 0..<count { send(thread, message) } }
                    / Double(threads * count)
            }, at: threads)
        threads *= 2
    }
    return growth
}

/// An observer whose handler changes memory that is far from all other threads' memory.
private final class SingleBenchObserver: Observer, @unchecked Sendable {
    let receiver = Receiver()
    let handle: @Sendable (Int) -> Void

    init() {
        let heard = UnsafeSum()
        handle = { heard.add($0) }
    }
}

/// A sum on its own cache line.
private final class UnsafeSum: @unchecked Sendable {
    private let sum = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 128)
        .initializeMemory(as: Int.self, to: 0)
    deinit { sum.deallocate() }
    func add(_ number: Int) { sum.pointee &+= number }
}
