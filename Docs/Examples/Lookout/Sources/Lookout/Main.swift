import Dispatch
import Glibc
import SwiftObserver

@main
enum Main {

    static func main() async {
        do throws(Failure) {
            guard let options = try Options(CommandLine.arguments.dropFirst()) else { return say(Options.help) }
            let signals = Signals(grace: .seconds(options.grace))
            allowManyFiles()
            Watch.start(WatchLimits(slow: .milliseconds(500), stuck: .seconds(5), backlog: 100))
            let countdown = Countdown(seconds: options.seconds)
            if let seconds = options.seconds { signals.end(in: seconds) }
            switch options.role {
            case .whole: try await runWhole(options, signals, countdown)
            #if Relay
                case .collecting(let address): try await runCollector(options, address, signals)
                case .serving(let address): try await runFront(options, address, signals)
            #else
                default: throw Failure("That needs a build with the trait Relay: swift run --traits Relay Lookout …")
            #endif
            }
        } catch {
            complain("\(error)")
            exit(2)
        }
    }

    private static func runWhole(
        _ options: Options, _ signals: Signals, _ countdown: Countdown
    ) async throws(Failure) {
        let input = try Input(options), tasks = Tasks()
        let service = Service(try input.collector(), patience: options.effectivePatience)
        service.collector.reload(at: signals.reload)
        let url = try service.start(at: options.listen)
        if let example = input.example { tasks.add { await example.run() } }
        say(Guide.addresses(at: url))
        if let fault = options.fault, let address = Address(String(url.dropFirst("http://".count))) {
            say("Planted  \(fault.description)")
            fault.make(in: service.collector.rows, address, tasks)
        }
        tasks.add { await countdown.run() }

        let reason = await ending(signals)
        await tasks.end()
        let left = await service.stop(within: signals.grace)
        let counts = service.front.tally.published.value
        say(
            "Ended because \(reason). This run stored \(service.collector.store.stored.value) rows in \(input.databasePath)."
        )
        for (name, count) in (counts.levels.sorted { $0.key < $1.key }) { say("  \(count) of level \(name)") }
        for (path, count) in (counts.files.sorted { $0.key < $1.key }) { say("  \(count) of \(path)") }
        say("\(left)")
        // A user who names no files is trying the program out.
        if input.example != nil { say("\n\(Guide.nextSteps)") }
    }

    /// Waits until the program has to end, and returns the reason.
    static func ending(_ signals: Signals) async -> String { (try? await signals.end.value) ?? "of nothing" }

    /// Raises the limit of open files, since each connection and each log needs one.
    private static func allowManyFiles() {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = min(limit.rlim_max, 65_536)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
