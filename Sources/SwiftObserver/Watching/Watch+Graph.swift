/// The language of a graph.
///
/// It's `Sendable`.
public enum GraphFormat: Sendable, Hashable {

    /// For [Mermaid](https://mermaid.js.org), which many Markdown viewers show.
    case mermaid

    /// For [Graphviz](https://graphviz.org), as in `dot -Tsvg`.
    case dot
}

extension Watch {

    /// Draws who observes whom.
    ///
    /// Observables, transforms, combinations, observers and loops are nodes. Edges are
    /// observations. They say where the handler runs, unless it's in place, and how many messages
    /// wait and were missed. Equal observations share an edge, which says how many they are. Slow
    /// handlers are marked.
    ///
    /// ```swift
    /// try Watch.graph(.dot).write(toFile: "observations.dot", atomically: true, encoding: .utf8)
    /// ```
    ///
    /// An edge leads from each variable to the one that combines it with others. Observables that
    /// have a name come first, by name. They are inspected one after the other.
    ///
    /// Names may contain any characters. Those that have a meaning in the language are escaped, and
    /// long names are shortened.
    ///
    /// - Parameters:
    ///   - format: The language of the graph.
    ///   - limit: The largest number of observables that are drawn, and of observations. If some
    ///     are left out, a node says how many.
    /// - Complexity: O(n) in observations that are drawn, and O(m log m) in observed observables of
    ///   the whole program.
    public static func graph(_ format: GraphFormat = .mermaid, limit: Int = 1_000) -> String {
        let (observables, further) = WatchedObservable.first(max(0, limit))
        let graph = WatchGraph(of: observables, slow: Sampler.shared.limits.slow, limit: limit, further: further)
        return switch format {
        case .mermaid: graph.mermaid
        case .dot: graph.dot
        }
    }
}
