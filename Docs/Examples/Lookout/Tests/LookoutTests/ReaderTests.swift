import Foundation
import Testing

/// Programs that read what this one writes.
@Suite(.serialized) struct ReaderTests {

    private static let environment = ProcessInfo.processInfo.environment
    private static func isThere(_ program: String) -> Bool {
        ["/usr/bin", "/usr/local/bin", "/bin"].contains { access("\($0)/\(program)", X_OK) == 0 }
    }

    /// Runs a command of the shell, and returns its status and what it prints.
    private func run(_ command: String) -> (status: Int32, output: String) {
        let output = popen("{ \(command); } 2>&1", "r")!
        var text = "", line = [CChar](repeating: 0, count: 65_536)
        while fgets(&line, 65_536, output) != nil {
            text += String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        return (pclose(output) >> 8, text)
    }

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

    @Test(.enabled(if: environment["SWIFTOBSERVER_TOOLS"] != nil || isThere("promtool")))
    func prometheusReadsTheMetrics() {
        withProgram { _, port in
            let folder = Folder()
            // Promtool reads the older format, which ends without a mark, and whose counters are told apart by their names.
            folder.write(Client.body(of: "/metrics", port), to: "metrics")
            #expect(Client.body(of: "/metrics", port).hasSuffix("# EOF\n"))
            let check = run("promtool check metrics < \(folder("metrics"))")
            #expect(!check.output.contains("error while linting") && check.status != 1, "\(check.output)")
        }
    }

    @Test(.enabled(if: environment["SWIFTOBSERVER_TOOLS"] != nil || isThere("dot")))
    func graphvizDrawsTheGraph() {
        withProgram { _, port in
            let folder = Folder()
            folder.write(Client.body(of: "/graph", port), to: "graph.dot")
            let drawing = run("dot -Tsvg \(folder("graph.dot"))")
            #expect(drawing.status == 0, "\(drawing.output)")
            for name in ["rows", "store", "tally", "broadcast", "subscriber 1"] {
                #expect(drawing.output.contains(name))
            }
            #expect(Client.body(of: "/graph?format=mermaid", port).hasPrefix("graph LR\n"))
        }
    }

    @Test(.enabled(if: environment["SWIFTOBSERVER_BROWSER"] != nil || isThere("chromium")))
    func aBrowserShowsTheSlowSubscriber() {
        let folder = Folder()
        for _ in 0..<20 { folder.append("<b>one</b> \(String(repeating: "x", count: 300))\n", to: "a.log") }
        let program = Running(["--database", folder("db"), "--fault", "slow", folder("a.log")], grace: 8)
        let port = program.port
        let look = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../look.sh")
            .path
        for _ in 0..<40 {
            for _ in 0..<20 { folder.append("<b>one</b> \(String(repeating: "x", count: 300))\n", to: "a.log") }
            usleep(20_000)
        }
        let row =
            "[...document.querySelectorAll('#observations tr')].find(row => row.dataset.observer === 'subscriber 1')"
        let seen = run(
            """
            \(look) http://127.0.0.1:\(port)/ "\(row)?.className === 'waits' && document.querySelectorAll('#graph rect').length > 6" \
            "\(row).children[3].textContent + ' of ' + \(row).querySelector('button').textContent + ' ' + document.querySelectorAll('#lines b').length"
            """)
        #expect(seen.status == 0, "\(seen.output)")
        #expect(seen.output.hasSuffix(" of stop 0\n"), "\(seen.output)")
        #expect(program.end().status == 0)
    }
}
