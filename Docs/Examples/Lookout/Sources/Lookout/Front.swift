import SwiftObserver
import Synchronization

/// The serving half, which counts rows, sends them to subscribers, and shows the state.
final class Front: Sendable {

    let broadcast = Broadcast()
    let tally = Tally()
    let subscribers: Subscribers
    private let web: Web
    private let history = Mutex(History())
    private let tasks = Tasks()

    init(patience: Duration) {
        subscribers = Subscribers(to: broadcast.events, patience: patience)
        web = Web(subscribers)
    }

    func observe(
        _ rows: some MessageSource<Row> & Sendable, _ machine: some MessageSource<Update<Machine>>,
        atLeast level: @escaping @Sendable () -> Level
    ) {
        tally.count(rows)
        broadcast.pass(on: rows, machine, atLeast: level)
    }

    /// Makes the state that clients see.
    ///
    /// If a client asks for all observations of a line of code, that line is passed.
    typealias Inspect = @Sendable (_ line: String?) -> Inspection

    /// Starts to serve, and returns the URL.
    func start(at address: Address, inspect: @escaping Inspect) throws(Failure) -> String {
        let url = try web.start(address) { [unowned self] request in answer(request, inspect) }
        tasks.add { [unowned self] in
            while !Task.isCancelled {
                let observables = Watch.observables()
                history.withLock { $0.add(observables) }
                try? await Task.sleep(for: .seconds(1))
            }
        }
        return url
    }

    func stop() async {
        await tasks.end()
        await web.stop()
    }

    /// The numbers of messages that waited at the latest looks.
    var latestHistory: History { history.withLock { $0 } }

    private func answer(_ request: Request, _ inspect: Inspect) -> Answer {
        if let file = Page.file(at: request.path) { return file }
        return switch request.path {
        case "/events": Answer("", type: "text/event-stream")
        case "/metrics":
            Answer(Watch.openMetrics(), type: "text/plain; version=0.0.4")
        case "/inspect": Answer(inspect(request.argument("all")).json, type: "application/json")
        case "/graph": Answer(Watch.graph(request.argument("format") == "mermaid" ? .mermaid : .dot))
        case "/report": Answer("\(Watch.report())\n")
        case "/stop": stop(request)
        default: Answer(404, "Unknown path. Available: /, /events, /inspect, /graph, /report and /metrics.")
        }
    }

    private func stop(_ request: Request) -> Answer {
        guard let number = request.argument("subscriber").flatMap({ Int($0) }) else {
            return Answer(400, "Name the subscriber to stop, as in /stop?subscriber=17.")
        }
        return subscribers.stop(number) ? Answer("stopped\n") : Answer(404, "There's no subscriber \(number).")
    }
}
