#if Relay
    import Relay
    import SwiftObserver

    /// The names of the streams between processes.
    enum Streams {
        static let rows = "lookout-rows"
        static let machine = "lookout-machine"
    }

    /// The collecting half, which publishes the rows that it collects.
    final class RelayedCollector: Sendable {

        let collector: Collector
        private let relay: Relay
        private let machine: SharedVar<Machine>
        private let observer = FreeObserver()

        init(_ collector: Collector, to address: Address) {
            self.collector = collector
            relay = Relay(to: RelayServer(host: address.host, port: Int(address.port)))
            machine = relay.shared(Streams.machine, initially: Machine())
        }

        /// Starts to collect and publish.
        ///
        /// Publishing doesn't wait for a server. While there's no server, the newest rows are kept,
        /// and readers get the number of rows that they missed.
        func start() {
            observer.observe(relay.problems) { problem in note("\(problem)") }
            relay.publish(collector.rows, to: Streams.rows, buffering: .newest(50_000))
            observer.observe(collector.machine) { [machine] update in machine.value = update.new }
            collector.start()
        }

        func stop(within grace: Duration) async -> Remainder {
            await collector.stopReading()
            collector.store.giveUp()
            let rows = await collector.rows.close(within: grace / 2)
            let published = await relay.close(within: grace / 4)
            return Remainder(
                unhandled: [rows], unstored: collector.store.unstoredCount,
                relay: published.isEmpty ? "" : "Not published in time: \(published)")
        }
    }

    /// The serving half, which gets rows from another process.
    final class RelayedFront: Sendable {

        let front: Front
        private let relay: Relay
        private let rows: RemoteMessages<Row>
        private let machine: SharedVar<Machine>
        private let health = Var(Health(), named: "health")
        private let clock = Uptime()
        private let observer = FreeObserver()

        init(from address: Address, patience: Duration) {
            front = Front(patience: patience)
            relay = Relay(to: RelayServer(host: address.host, port: Int(address.port)))
            rows = relay.subscribe(Streams.rows, from: .start)
            machine = relay.shared(Streams.machine, initially: Machine())
        }

        func start(at address: Address) throws(Failure) -> String {
            let mark = Watch.mark()
            observer.observe(relay.problems) { [health] problem in
                note("\(problem)")
                if case .reconnected = problem { health.value.relay = nil } else { health.value.relay = "\(problem)" }
            }
            front.observe(rows, machine) { .debug }
            return try front.start(at: address) { [unowned self] line in
                Inspection(
                    role: "front", uptime: clock.seconds, health: health.value, configuration: nil,
                    machine: machine.value, stored: nil, front: front, since: mark, all: line)
            }
        }

        func stop(within grace: Duration) async -> Remainder {
            await relay.close(within: grace / 4)
            let left = await close([rows, front.broadcast.events], within: grace / 4)
            await front.stop()
            return Remainder(unhandled: [left])
        }
    }

    extension Main {

        static func runCollector(_ options: Options, _ server: Address, _ signals: Signals) async throws(Failure) {
            let input = try Input(options), tasks = Tasks()
            let half = RelayedCollector(try input.collector(), to: server)
            half.collector.reload(at: signals.reload)
            half.start()
            if let example = input.example { tasks.add { await example.run() } }
            say("Publishing to \(server.host):\(server.port)")
            let reason = await ending(signals)
            await tasks.end()
            let left = await half.stop(within: signals.grace)
            say(
                "Ended because \(reason). This run stored \(half.collector.store.stored.value) rows in \(input.databasePath)."
            )
            say("\(left)")
        }

        static func runFront(_ options: Options, _ server: Address, _ signals: Signals) async throws(Failure) {
            let half = RelayedFront(from: server, patience: options.effectivePatience)
            let url = try half.start(at: options.listen)
            say(Guide.addresses(at: url))
            let reason = await ending(signals)
            let left = await half.stop(within: signals.grace)
            let counts = half.front.tally.published.value
            say("Ended because \(reason). \(counts.levels.values.reduce(0, +)) rows came.")
            say("\(left)")
        }
    }
#endif
