import SwiftObserver

/// Both halves in one process.
final class Service: Sendable {

    let collector: Collector
    let front: Front
    private let clock = Uptime()

    init(_ collector: Collector, patience: Duration) {
        self.collector = collector
        front = Front(patience: patience)
    }

    /// Starts everything, and returns the URL of the page.
    func start(at address: Address) throws(Failure) -> String {
        front.observe(collector.rows, collector.machine) { [configuration = collector.configuration] in
            configuration.value.atLeast
        }
        let mark = Watch.mark()
        let url = try front.start(at: address) { [unowned self] line in inspect(since: mark, all: line) }
        collector.start()
        return url
    }

    /// Stops in the order in which rows flow: reading, then storing, then serving.
    ///
    /// Rows that were read are still stored, and subscribers get them. Storing has half of the
    /// time.
    func stop(within grace: Duration) async -> Remainder {
        await collector.stopReading()
        collector.store.giveUp()
        let rows = await collector.rows.close(within: grace / 2)
        let events = await front.broadcast.events.close(within: grace / 10)
        await front.stop()
        return Remainder(unhandled: [rows, events], unstored: collector.store.unstoredCount)
    }

    private func inspect(since mark: WatchMark, all line: String?) -> Inspection {
        Inspection(
            role: "one process", uptime: clock.seconds, health: collector.health.value,
            configuration: collector.configuration.value, machine: collector.machine.value, stored: collector.store,
            front: front, since: mark, all: line)
    }
}
