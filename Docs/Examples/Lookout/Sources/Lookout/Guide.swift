import Glibc

/// The lines that tell new users where to look, and what to try next.
enum Guide {

    /// One address per line, with its content. The first one is for a browser.
    static func addresses(at url: String) -> String {
        let pages = [
            ("/", "observers, observables and waiting messages"),
            ("/report", "slow handlers, backlogs and mistakes, as text"),
            ("/graph", "the graph, for Graphviz"), ("/metrics", "counters, for Prometheus"),
            ("/inspect", "all data of the page, as JSON"),
            ("/events", "new lines, as server-sent events"),
        ]
        return columns("Look at", pages.map { (url + $0.0, $0.1) })
    }

    /// The next steps after a demonstration has ended.
    static var nextSteps: String {
        columns(
            "Next",
            [
                (command(), "keeps running until Control-C"),
                (command("--fault slow"), "plants a slow subscriber; stuck and leak are other faults"),
                (command("--help"), "lists all options"),
                ("Docs/Examples/Lookout/README.md", "explains what to look for, with links"),
            ])
    }

    /// The command that runs the program with these options. It uses `make` if that started the
    /// program.
    static func command(_ options: String = "") -> String {
        if isMade { return "make demo ARGS=" + (options.isEmpty ? "" : "\"\(options)\"") }
        return "swift run Lookout" + (options.isEmpty ? "" : " \(options)")
    }

    /// `true` if the Makefile started the program, which sets this variable.
    private static let isMade = getenv("LOOKOUT_IS_MADE") != nil

    private static func columns(_ title: String, _ rows: [(String, String)]) -> String {
        let width = rows.map(\.0.count).max() ?? 0
        return rows.enumerated().map { index, row in
            padded(index == 0 ? title : "", 9) + padded(row.0, width + 2) + row.1
        }.joined(separator: "\n")
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
