import Dispatch
import StressSupport
import SwiftObserver
import Synchronization

/// Inspects all messengers, and turns watching on and off, while other threads are busy.
///
/// They send, start, end and die. The results must be true: for an observation on a queue, the
/// number of sent messages is that of handled, missed and waiting ones. No handled message is ever
/// forgotten. No object is kept alive.
///
/// - Parameter inspect: Inspects a messenger.
func stressWatched(
    _ round: StressRound, inspect: @escaping @Sendable (Messenger<Stamp>) -> ObservableInspection
) throws {
    let queue = DispatchQueue(label: "stress watched"), tally = round.tally, observer = StressObserver()
    let messengers = (0..<4).map { _ in Messenger<Stamp>(named: "watched") }
    for messenger in messengers {
        observer.observe(messenger) { _ in tally.beat() }
        observer.observe(messenger, on: queue) { _ in tally.beat() }
        observer.observe(messenger).on(queue).buffering(.newest(5)).receive { _ in tally.beat() }
    }
    let ears = WatcherEars(tally), count = 300, isOver = Atomic(false)
    try round.onThreads(round.threads + 2) { index, random in
        switch index {
        case 0:
            for _ in 0..<20 {
                Watch.start(WatchLimits(slow: .milliseconds(4), stuck: .milliseconds(8), backlog: 5), telling: ears)
                if random.oneIn(2) { _ = Watch.report() }
                if random.oneIn(2) { _ = Watch.graph() }
                if random.oneIn(2) { _ = Watch.openMetrics() }
                random.pause()
                Watch.stop()
            }
            isOver.store(true, ordering: .releasing)
        case 1:
            var handled: [Int: Int] = [:]
            while !isOver.load(ordering: .acquiring) {
                for (index, messenger) in messengers.enumerated() {
                    check(inspect(messenger), index, &handled, tally)
                }
                tally.beat()
            }
        default:
            for number in 0..<count {
                let messenger = messengers[random.below(messengers.count)]
                messenger.send(Stamp(sender: index, number: number))
                guard random.oneIn(10) else { continue }
                let mortal = StressObserver(), own = Messenger<Stamp>(named: "own")
                mortal.observe(messenger) { _ in }
                mortal.observe(own, on: queue) { _ in }
                own.send(Stamp(sender: index, number: number))
                if random.oneIn(2) { mortal.stopObserving() }
            }
        }
    }
    try round.wait("the queue") { messengers.allSatisfy { $0.drain(within: .zero).isEmpty } }
    for messenger in messengers {
        let sight = messenger.inspect()
        tally.expect(sight.observations.count == 3, "leak: \(sight.observations.count - 3) observations are left")
    }
}

private func check(_ sight: ObservableInspection, _ index: Int, _ latest: inout [Int: Int], _ tally: Tally) {
    for one in sight.observations where one.place != .inPlace {
        let handled = one.handled ?? -1, key = index * 1000 + one.position
        let sum = handled + one.missed + one.waiting
        tally.expect(sum == sight.sent, "sum: \(sum) of \(sight.sent) messages are accounted for")
        tally.expect(handled >= latest[key] ?? 0, "sum: \(handled) handled after \(latest[key] ?? 0)")
        latest[key] = handled
    }
}

/// Counts its notifications. Their number depends on when watching was on, so it isn't checked.
private final class WatcherEars: Watcher {
    private let tally: Tally
    init(_ tally: Tally) { self.tally = tally }
    func didSee(_ event: WatchEvent) { tally.beat() }
}
