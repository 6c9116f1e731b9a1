/// A table of a page. Its first column is text.
public struct Table: Equatable, Sendable {

    public let head: [String]
    public var rows: [[String]] = []

    init(_ head: [String]) { self.head = head }

    public var markdown: String {
        let rule = "|---|" + String(repeating: "---:|", count: head.count - 1)
        return ([Self.line(of: head), rule] + rows.map(Self.line)).joined(separator: "\n")
    }

    private static func line(of row: [String]) -> String { "| " + row.joined(separator: " | ") + " |" }

    /// Reads a table in the format of `markdown`.
    public init(markdown: String) {
        let rows = markdown.split(separator: "\n").map { line in
            line.split(separator: "|").map { cell in
                String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            }
        }
        head = rows.first ?? []
        self.rows = Array(rows.dropFirst(2))
    }
}
