import Foundation

/// The page of the guide about plans.
///
/// It has tables between the lines `<!-- plan: NAME -->` and `<!-- end -->`.
public struct PlanPage {

    public static let path = "Docs/SwiftObserver.docc/HowFarARelayGoes.md"

    public private(set) var text: String

    public init(_ text: String) { self.text = text }

    /// The text between the markers.
    public subscript(name: String) -> String? {
        get { range(of: name).map { text[$0].trimmingCharacters(in: .newlines) } }
        set {
            guard let range = range(of: name), let newValue else { return }
            text.replaceSubrange(range, with: "\n\n\(newValue)\n\n")
        }
    }

    private func range(of name: String) -> Range<String.Index>? {
        guard let begin = text.range(of: "<!-- plan: \(name) -->")?.upperBound,
            let end = text.range(of: "<!-- end -->", range: begin..<text.endIndex)?.lowerBound
        else { return nil }
        return begin..<end
    }

    /// The costs on the page, or `nil` if one of them is missing.
    public var costs: Costs? {
        guard let messages = self["messages"], let others = self["others"] else { return nil }
        return Costs(Table(markdown: messages), Table(markdown: others))
    }

    /// Writes costs, and everything that is computed from them.
    public mutating func write(_ costs: Costs, machine: String) {
        self["machine"] = machine
        self["messages"] = costs.messageTable.markdown
        self["others"] = costs.fixedTable.markdown
        compute()
    }

    /// The names of the computed tables.
    public static var computedNames: [String] { Costs().outcomes.map(\.0) }

    /// Writes everything that is computed from the costs on the page.
    public mutating func compute() {
        guard let costs else { return }
        for (name, table) in costs.outcomes { self[name] = table.markdown }
    }
}
