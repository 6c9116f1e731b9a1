import Dispatch
import Testing

@testable import SwiftObserver

/// The graph of observers and observables in both languages, whatever their names are.
@Suite struct WatchGraphTests {

    /// The graph of only these observables, because other tests run at the same time.
    private func graph(of observables: any MessageSource...) -> WatchGraph { graph(of: observables) }

    private func graph(of observables: [any MessageSource], slow: Duration = .seconds(1)) -> WatchGraph {
        WatchGraph(of: observables.map { watched($0) }, slow: slow)
    }

    private func watched(_ source: some MessageSource) -> WatchedObservable {
        let messenger = source.sourceMessenger.messenger
        return WatchedObservable(messenger.office, type(of: messenger), observedAs: type(of: source))
    }

    /// The edges as text: observer, kind of delivery, observable.
    private func texts(_ graph: WatchGraph) -> [String] {
        graph.edges.map { edge in
            let count = graph.counts[edge] ?? 0
            let label = (count > 1 ? ["\(count) x"] : []) + edge.lines
            return [graph.nodes[edge.from].lines, label, graph.nodes[edge.to].lines]
                .map { $0.joined(separator: "+") }.joined(separator: " | ")
        }
    }

    // MARK: - What it shows

    @Test func `observables and observers are nodes, and what isn't in place is said`() {
        let sky = Messenger<Int>(named: "sky"), dog = Dog(), queue = DispatchQueue(label: "kennel")
        dog.observe(sky) { _ in }
        dog.observe(sky, on: queue) { _ in }
        #expect(
            texts(graph(of: sky)) == ["sky+Messenger<Int> |  | Dog", "sky+Messenger<Int> | queue \"kennel\" | Dog"])
        #expect(graph(of: sky).nodes.map(\.kind) == [.observable, .observer])
    }

    @Test func `observations that look the same are one edge with a count`() {
        let sky = Messenger<Int>(named: "sky"), dog = Dog()
        for _ in 1...3 { dog.observe(sky) { _ in } }
        #expect(texts(graph(of: sky)) == ["sky+Messenger<Int> | 3 x | Dog"])
    }

    @Test func `observers are told apart by their receivers, and named`() {
        let sky = Messenger<Int>(named: "sky"), rex = NamedDog("Rex"), fido = NamedDog("Fido")
        rex.observe(sky) { _ in }
        fido.observe(sky) { _ in }
        #expect(graph(of: sky).nodes.count == 3)
    }

    @Test func `each free observation has a node of its own`() {
        let sky = Messenger<Int>(named: "sky"), handles = (1...2).map { _ in sky.observed { _ in } }
        #expect(graph(of: sky).nodes.map(\.kind) == [.observable, .observer, .observer])
        #expect(texts(graph(of: sky)).allSatisfy { $0.hasPrefix("sky+Messenger<Int> |  | FreeObserver") })
        for handle in handles { handle.stopObserving() }
    }

    @Test func `edges beyond a limit aren't drawn, and a node says how many`() {
        let sky = Messenger<Int>(named: "sky"), handles = (1...5).map { _ in sky.observed { _ in } }
        let graph = WatchGraph(of: [watched(sky)], slow: .seconds(1), limit: 3, further: 1)
        #expect(graph.edges.count == 3)
        #expect(graph.nodes.map(\.kind) == [.observable, .observer, .observer, .observer, .observer])
        #expect(graph.nodes.last?.lines == ["not drawn:", "1 observable", "2 observations"])
        for handle in handles { handle.stopObserving() }
    }

    @Test func `what looks like a drawn edge is added to it beyond the limit, and combined variables don't count`() {
        let left = Var(1, named: "left"), right = Var(2), both = left +++ right, dog = Dog(), cat = Dog()
        dog.observe(left) { _ in }
        cat.observe(left) { _ in }
        for _ in 1...2 { dog.observe(left) { _ in } }
        let graph = WatchGraph(of: [watched(both), watched(left)], slow: .seconds(1), limit: 1)
        #expect(
            texts(graph) == [
                "left+Variable<Int> | combined | Variable<Pair<Int, Int>>",
                "Variable<Int> | combined | Variable<Pair<Int, Int>>", "left+Variable<Int> | 3 x | Dog",
            ])
        #expect(graph.nodes.last?.lines == ["not drawn:", "1 observation"])
    }

    @Test func `what waits is said`() {
        let sky = Messenger<Int>(named: "sky"), dog = Dog(), queue = DispatchQueue(label: "kennel")
        dog.observe(sky).on(queue).buffering(.newest(2)).receive { _ in }
        queue.suspend()
        for number in 1...5 { sky.send(number) }
        #expect(texts(graph(of: sky)) == ["sky+Messenger<Int> | queue \"kennel\"+2 waiting+3 missed | Dog"])
        queue.resume()
    }

    @Test func `a transform is a node between, whether or not it's observed`() {
        let sky = Messenger<Int>(named: "sky"), texts = sky.map { "\($0)" }, dog = Dog()
        let unobserved = graph(of: sky)
        #expect(unobserved.nodes.map(\.kind) == [.observable, .passing])
        dog.observe(texts) { _ in }
        let observed = graph(of: sky, texts)
        #expect(observed.nodes.map(\.kind) == [.observable, .passing, .observer])
        #expect(observed.edges.map { [$0.from, $0.to] } == [[0, 1], [1, 2]])
        #expect(observed.nodes[1].lines == unobserved.nodes[1].lines)
    }

    @Test func `a combination is a node between`() {
        let left = Var(1, named: "left"), right = Var(2, named: "right"), dog = Dog()
        dog.observe(left, right) { _, _ in }
        let graph = graph(of: left, right)
        #expect(graph.nodes.filter { $0.kind == .passing }.count == 1)
        #expect(Set(graph.edges.map(\.to)).count == 1)
        #expect(graph.nodes.filter { $0.kind == .observable }.map { $0.lines[0] } == ["left", "right"])
    }

    @Test func `variables lead to the one that combines them, observed or not`() {
        let left = Var(1, named: "left"), middle = Var(2), right = Var(3, named: "right")
        let all = left +++ middle +++ right
        all.observed { _ in }
        left.observed { _ in }
        let graph = graph(of: left, all)
        #expect(
            Set(texts(graph).filter { $0.contains("combined") }) == [
                "left+Variable<Int> | combined | Variable<Pair<Int, Int>>",
                "Variable<Int> | combined | Variable<Pair<Int, Int>>",
                "Variable<Pair<Int, Int>> | combined | Variable<Pair<Pair<Int, Int>, Int>>",
                "right+Variable<Int> | combined | Variable<Pair<Pair<Int, Int>, Int>>",
            ])
        #expect(graph.nodes.filter { $0.kind == .observable }.count == 5)
    }

    @Test func `a variable that is combined with itself is one node`() {
        let number = Var(1), both = number +++ number
        both.observed { _ in }
        let graph = graph(of: both)
        #expect(graph.nodes.count == 3)
        #expect(texts(graph).first == "Variable<Int> | combined | Variable<Pair<Int, Int>>")
    }

    @Test func `what isn't observed has no edge`() {
        #expect(graph(of: Messenger<Int>()).edges.isEmpty)
        #expect(graph().mermaid == "graph LR\n")
    }

    // MARK: - How it's written

    @Test func `it's written in the language of Mermaid`() {
        let sky = Messenger<Int>(named: "sky"), dog = Dog(), queue = DispatchQueue(label: "kennel")
        dog.observe(sky) { _ in }
        dog.observe(sky, on: queue) { _ in }
        #expect(
            graph(of: sky).mermaid == """
                graph LR
                    n0("sky<br/>Messenger#60;Int#62;")
                    n1["Dog"]
                    n0 --> n1
                    n0 -->|"queue #34;kennel#34;"| n1

                """)
    }

    @Test func `it's written in the language of Graphviz`() {
        let sky = Messenger<Int>(named: "sky"), dog = Dog(), queue = DispatchQueue(label: "kennel")
        dog.observe(sky, on: queue) { _ in }
        #expect(
            graph(of: sky).dot == """
                digraph observations {
                    rankdir=LR
                    node [fontname="sans-serif"]
                    n0 [label="sky\\nMessenger<Int>", shape=ellipse]
                    n1 [label="Dog", shape=box]
                    n0 -> n1 [label="queue \\"kennel\\""]
                }

                """)
    }

    // MARK: - Hostile names

    @Test(arguments: HostileNames.all)
    func `any name can be written in Mermaid`(_ name: String) throws {
        try expectMermaid(graph(of: [Hostile(name).sky]).mermaid)
        let hostile = Hostile(name)
        let text = graph(of: hostile.sky).mermaid
        try expectMermaid(text)
        #expect(text.utf8.count < 20_000)
    }

    @Test func `names can still be read in Mermaid`() {
        #expect(WatchGraph.mermaidText("a-b_c.d:1/2 é🐶") == "a-b_c.d:1/2 é🐶")
        #expect(WatchGraph.mermaidText("\"#;<>&|`[]{}\\") == "#34;#35;#59;#60;#62;#38;#124;#96;#91;#93;#123;#125;#92;")
        #expect(WatchGraph.mermaidText("a\nb\0c\u{202E}d") == "a b c d")
        #expect(WatchGraph.mermaidText(String(repeating: "\"", count: 121)).hasSuffix("#34;…"))
    }

    @Test func `names can still be read in Graphviz`() {
        #expect(WatchGraph.dotText("a \"b\" \\N") == "a \\\"b\\\" \\\\N")
        #expect(WatchGraph.dotText("&#1; &lt;") == "&amp;#1; &amp;lt;")
        #expect(WatchGraph.dotText("a\r\nb") == "a  b")
    }

    @Test(.needs(.dot)) func `Graphviz draws any name`() throws {
        let hostile = HostileNames.all.map(Hostile.init)
        let graph = graph(of: hostile.map(\.sky)), result = try Tool.dot.read(graph.dot, "-Tsvg")
        #expect(result.status == 0)
        #expect(result.errors == "")
        #expect(result.output.contains("</svg>"))
        #expect(result.output.ranges(of: "class=\"node\"").count == graph.nodes.count)
        #expect(result.output.ranges(of: "class=\"edge\"").count == graph.edges.count)
        // The only control characters in there must be ends of lines.
        #expect(result.output.unicodeScalars.allSatisfy { $0.value >= 32 || $0 == "\n" })
    }
}

extension WatchSuite {

    /// The graph of the whole program, and graphs while watching is on.
    @Suite struct WatchedGraphTests {

        @Test func `the whole program is drawn in Mermaid by default`() {
            let sky = Messenger<Int>(named: "the sky of a test about defaults"), dog = Dog()
            dog.observe(sky) { _ in }
            #expect(Watch.graph().contains("the sky of a test about defaults<br/>"))
            #expect(Watch.graph().hasPrefix("graph LR\n"))
            #expect(Watch.graph(.dot).contains("the sky of a test about defaults\\n"))
        }

        @Test(.needs(.nop)) func `Graphviz reads the whole program`() throws {
            // A layout would take minutes if another test has made thousands of nodes.
            let result = try Tool.nop.read(Watch.graph(.dot))
            #expect(result.status == 0)
            #expect(result.errors == "")
        }

        @Test(arguments: [GraphFormat.mermaid, .dot])
        func `ten thousand nodes are drawn`(_ format: GraphFormat) throws {
            let pairs = (0..<5000).map { (Messenger<Int>(named: "sky \($0)"), NamedDog("dog \($0)")) }
            for (sky, dog) in pairs { dog.observe(sky) { _ in } }
            defer { withExtendedLifetime(pairs) {} }
            let text = Watch.graph(format, limit: .max)
            #expect(text.split(separator: "\n").count >= 15_000)
            if format == .mermaid { try expectMermaid(text) }
        }

        @Test func `no more observables are drawn than the limit, those with a name first`() {
            let skies = ["b", "a"].map { Messenger<Int>(named: $0) } + [Messenger<Int>()], dog = Dog()
            for sky in skies { dog.observe(sky) { _ in } }
            let (first, further) = WatchedObservable.first(2)
            #expect(first.map(\.label.name) == ["a", "b"] && further >= 1)
            // Other tests make observables at the same time, so this number may vary.
            #expect(Watch.graph(limit: 2).contains(/not drawn:<br\/>\d+ observable/))
            #expect(Watch.graph(limit: -1).hasPrefix("graph LR\n    n0[\"not drawn"))
            withExtendedLifetime(skies) {}
        }

        @Test func `where free observations and loops begin is said`() async {
            Watch.start()
            defer { Watch.stop() }
            let sky = Messenger<Int>(named: "sky"), name = "\(#fileID):\(#line + 1)"
            let handle = sky.observed { _ in }
            let graph = WatchGraph(of: [WatchedObservable(sky.office, Messenger<Int>.self)], slow: .seconds(1))
            #expect(graph.nodes.last?.lines == ["FreeObserver", name])
            handle.stopObserving()
        }

        @Test func `a handler that is slow is marked in red`() async throws {
            Watch.start(WatchLimits(slow: .milliseconds(20)))
            defer { Watch.stop() }
            let sky = Messenger<Int>(named: "the slow sky"), dog = NamedDog("the slow dog"), gate = Gate()
            let queue = DispatchQueue(label: "kennel")
            dog.observe(sky, on: queue) { _ in gate.pass() }
            sky.send(1)
            await eventually { Watch.graph().contains("==>|\"queue #34;kennel#34;<br/>running for ") }
            #expect(Watch.graph().contains("classDef slow stroke:red"))
            #expect(
                Watch.graph().split(separator: "\n").contains { $0.contains("the slow dog") && $0.hasSuffix(":::slow") }
            )
            #expect(Watch.graph(.dot).contains(", color=red, penwidth=3]"))
            if Tool.nop.reasonToSkip == nil { #expect(try Tool.nop.read(Watch.graph(.dot)).errors == "") }
            gate.open()
            queue.sync {}
        }
    }
}

/// An observer with a name.
private final class NamedDog: Observer, Sendable {
    let receiver: Receiver
    init(_ name: String) { receiver = Receiver(named: name) }
}

/// An observable, an observer and a queue with the same name, and an observation between them.
private final class Hostile: Sendable {
    let sky: Messenger<Int>
    let dog: NamedDog
    init(_ name: String) {
        sky = Messenger(named: name)
        dog = NamedDog(name)
        dog.observe(sky, on: DispatchQueue(label: name)) { _ in }
    }
}

/// Expects a text to be a graph in the subset of Mermaid that the library writes.
///
/// Node IDs aren't words of the language, and labels contain nothing that could end them.
private func expectMermaid(_ text: String, location: SourceLocation = #_sourceLocation) throws {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first == "graph LR" && lines.last == "", sourceLocation: location)
    lines = Array(lines.dropFirst().dropLast())
    var nodes: Set<Substring> = []
    for line in lines {
        if line == "    classDef slow stroke:red,stroke-width:3px" { continue }
        var rest = line.unicodeScalars[...]
        func take(_ text: String) -> Bool {
            guard rest.starts(with: text.unicodeScalars) else { return false }
            rest = rest.dropFirst(text.unicodeScalars.count)
            return true
        }
        func takeNode() -> Substring? {
            let digits = rest.dropFirst().prefix { $0.properties.numericType != nil && $0.isASCII }
            guard rest.first == "n", !digits.isEmpty else { return nil }
            rest = rest.dropFirst(digits.count + 1)
            return Substring(digits)
        }
        func takeLabel() -> Bool {
            guard take("\"") else { return false }
            let label = rest.prefix { $0 != "\"" }
            rest = rest.dropFirst(label.count)
            return take("\"") && isLabel(Substring(label))
        }
        func isRead() -> Bool {
            guard take("    "), let node = takeNode() else { return false }
            for (start, end) in [("(", ")"), ("{{", "}}"), ("[", "]")] where take(start) {
                guard takeLabel(), take(end), nodes.insert(node).inserted else { return false }
                _ = take(":::slow")
                return rest.isEmpty
            }
            guard take(" --> ") || take(" -->|") || take(" ==> ") || take(" ==>|") else { return false }
            if rest.first == "\"" {
                guard takeLabel(), take("| ") else { return false }
            }
            guard let other = takeNode() else { return false }
            return rest.isEmpty && nodes.isSuperset(of: [node, other])
        }
        #expect(isRead(), "\(line)", sourceLocation: location)
    }
}

/// Whether a quoted text is taken literally, once its line breaks and its codes are replaced.
private func isLabel(_ text: Substring) -> Bool {
    var rest = text.unicodeScalars
    while let scalar = rest.popFirst() {
        switch scalar {
        case "#":
            let digits = rest.prefix { ("0"..."9").contains($0) }
            rest = rest.dropFirst(digits.count)
            guard !digits.isEmpty, rest.popFirst() == ";" else { return false }
        case "<":
            guard rest.starts(with: "br/>".unicodeScalars) else { return false }
            rest = rest.dropFirst(4)
        case "\"", ">", "&", ";", "|", "`", "[", "]", "{", "}", "\\", "%": return false
        default: if scalar.value < 32 || scalar.value == 127 { return false }
        }
    }
    return true
}
