import SwiftObserver

/// The half that serves: it counts rows, sends them to subscribers, and shows what goes on.
final class Front: Sendable {

    let broadcast = Broadcast()
    let tally = Tally()
    let subscribers: Subscribers
    private let web: Web

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

    /// Returns where it can be looked at.
    func start(at address: Address, inspect: @escaping @Sendable () -> Inspection) throws(Failure) -> String {
        try web.start(address) { [unowned self] request in answer(request, inspect) }
    }

    func stop() async { await web.stop() }

    private func answer(_ request: Request, _ inspect: @Sendable () -> Inspection) -> Answer {
        switch request.path {
        case "/": Answer(PackageResources.page_html, type: "text/html; charset=utf-8")
        case "/events": Answer("", type: "text/event-stream")
        case "/metrics":
            Answer(Watch.openMetrics(), type: "application/openmetrics-text; version=1.0.0; charset=utf-8")
        case "/inspect": Answer(inspect().json, type: "application/json")
        case "/graph": Answer(Watch.graph(request.argument("format") == "mermaid" ? .mermaid : .dot))
        case "/report": Answer("\(Watch.report())\n")
        case "/stop": stop(request)
        default: Answer(404, "There's /, /events, /inspect, /graph, /report and /metrics.")
        }
    }

    private func stop(_ request: Request) -> Answer {
        guard let number = request.argument("subscriber").flatMap({ Int($0) }) else {
            return Answer(400, "Say whom to stop, as in /stop?subscriber=17.")
        }
        return subscribers.stop(number) ? Answer("stopped\n") : Answer(404, "There's no subscriber \(number).")
    }
}
