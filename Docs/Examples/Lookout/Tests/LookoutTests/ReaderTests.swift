import Foundation
import Testing

/// Programs that read this program's output.
@Suite(.serialized) struct ReaderTests {

    private static let environment = ProcessInfo.processInfo.environment

    private func withProgram(_ arguments: String..., use: (String, UInt16) -> Void) {
        let folder = Folder()
        folder.append("one <img src=x onerror=alert(1)>\n", to: "a.log")
        let program = Running(["--database", folder("db"), folder("a.log")] + arguments), port = program.port
        let client = Client(port)
        client.subscribe()
        #expect(client.read(until: "event").text.contains("event"))
        use("http://127.0.0.1:\(port)", port)
        #expect(program.end().status == 0)
    }

    @Test(.enabled(if: environment["SWIFTOBSERVER_TOOLS"] != nil || Shell.isThere("promtool")))
    func prometheusReadsTheMetrics() {
        withProgram { _, port in
            let folder = Folder()
            // Promtool reads the older format, which ends without a mark, and in which names
            // identify counters.
            folder.write(Client.body(of: "/metrics", port), to: "metrics")
            #expect(Client.body(of: "/metrics", port).hasSuffix("# EOF\n"))
            let check = Shell.run("promtool check metrics < \(folder("metrics"))")
            #expect(!check.output.contains("error while linting") && check.status != 1, "\(check.output)")
        }
    }

    @Test(.enabled(if: environment["SWIFTOBSERVER_TOOLS"] != nil || Shell.isThere("dot")))
    func graphvizDrawsTheGraph() {
        withProgram { _, port in
            let folder = Folder()
            folder.write(Client.body(of: "/graph", port), to: "graph.dot")
            let drawing = Shell.run("dot -Tsvg \(folder("graph.dot"))")
            #expect(drawing.status == 0, "\(drawing.output)")
            for name in ["rows", "store", "tally", "broadcast", "subscriber 1"] {
                #expect(drawing.output.contains(name))
            }
            #expect(Client.body(of: "/graph?format=mermaid", port).hasPrefix("graph LR\n"))
        }
    }
}
