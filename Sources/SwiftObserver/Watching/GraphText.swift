extension WatchGraph {

    /// The graph in the language of Mermaid.
    var mermaid: String {
        var lines = ["graph LR"]
        for (index, node) in nodes.enumerated() {
            let label = "\"\(node.lines.map(Self.mermaidText).joined(separator: "<br/>"))\""
            let shape =
                switch node.kind {
                case .observable: "(\(label))"
                case .passing: "{{\(label)}}"
                case .observer: "[\(label)]"
                }
            lines.append("    n\(index)\(shape)\(node.isSlow ? ":::slow" : "")")
        }
        for edge in edges {
            let label = label(edge).map(Self.mermaidText).joined(separator: "<br/>")
            let arrow = edge.isSlow ? "==>" : "-->"
            lines.append("    n\(edge.from) \(arrow)\(label.isEmpty ? "" : "|\"\(label)\"|") n\(edge.to)")
        }
        if nodes.contains(where: \.isSlow) { lines.append("    classDef slow stroke:red,stroke-width:3px") }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The graph in the language of Graphviz.
    var dot: String {
        var lines = ["digraph observations {", "    rankdir=LR", "    node [fontname=\"sans-serif\"]"]
        for (index, node) in nodes.enumerated() {
            let shape =
                switch node.kind {
                case .observable: "ellipse"
                case .passing: "hexagon"
                case .observer: "box"
                }
            let label = node.lines.map(Self.dotText).joined(separator: "\\n")
            lines.append("    n\(index) [label=\"\(label)\", shape=\(shape)\(node.isSlow ? ", color=red" : "")]")
        }
        for edge in edges {
            let label = label(edge).map(Self.dotText).joined(separator: "\\n")
            lines.append(
                "    n\(edge.from) -> n\(edge.to) [label=\"\(label)\"\(edge.isSlow ? ", color=red, penwidth=3" : "")]")
        }
        return (lines + ["}"]).joined(separator: "\n") + "\n"
    }

    private func label(_ edge: Edge) -> [String] {
        let count = counts[edge] ?? 1
        return (count > 1 ? ["\(count) x"] : []) + edge.lines
    }

    /// Escapes a name, which may contain any characters.
    ///
    /// In Mermaid, all ASCII characters that may have a meaning are written as their numbers.
    static func mermaidText(_ text: String) -> String {
        shortened(text) { scalar in
            guard scalar.isASCII else { return nil }
            let isPlain =
                scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || " ._-:/,()".unicodeScalars.contains(scalar)
            return isPlain ? nil : "#\(scalar.value);"
        }
    }

    /// Escapes a name for Graphviz: quotes, backslashes, and the ampersand of HTML entities.
    static func dotText(_ text: String) -> String {
        shortened(text) { $0 == "\"" ? "\\\"" : $0 == "\\" ? "\\\\" : $0 == "&" ? "&amp;" : nil }
    }

    /// Shortens a text to 120 characters, and escapes them. Invisible ones become spaces.
    private static func shortened(_ text: String, _ escape: (Unicode.Scalar) -> String?) -> String {
        var result = ""
        var count = 0
        for scalar in text.unicodeScalars {
            if count == 120 { return result + "…" }
            count += 1
            if scalar.isInvisible {
                result += " "
            } else if let escaped = escape(scalar) {
                result += escaped
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
