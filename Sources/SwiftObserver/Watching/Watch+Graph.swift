/// The language in which a graph is written. It's `Sendable`.
public enum GraphFormat: Sendable, Hashable {

    /// For [Mermaid](https://mermaid.js.org), which many viewers of Markdown show.
    case mermaid

    /// For [Graphviz](https://graphviz.org), as in `dot -Tsvg`.
    case dot
}

extension Watch {

    /// Draws who observes whom.
    ///
    /// Observables, transforms, combinations, observers and loops are nodes. Edges are observations, which say where the handler
    /// runs if not in place, how many messages wait and were missed, and how often there's the same. Slow handlers are marked.
    ///
    /// ```swift
    /// try Watch.graph(.dot).write(toFile: "observations.dot", atomically: true, encoding: .utf8)
    /// ```
    ///
    /// A variable leads to the one that combines it with others. Observables that have a name come first, by name. One is looked at after the other.
    ///
    /// Names may contain anything: what means something in the language is escaped, and long ones are shortened.
    ///
    /// - Parameters:
    ///   - format: The language of the graph.
    ///   - limit: How many observables are drawn at most, and how many observations. If that leaves
    ///     something out, a node says how much.
    /// - Complexity: O(n) in observations that are drawn, and O(m log m) in observed observables of the whole program.
    public static func graph(_ format: GraphFormat = .mermaid, limit: Int = 1_000) -> String {
        let (observables, further) = WatchedObservable.first(max(0, limit))
        let graph = WatchGraph(of: observables, slow: Sampler.shared.limits.slow, limit: limit, further: further)
        return switch format {
        case .mermaid: graph.mermaid
        case .dot: graph.dot
        }
    }
}
