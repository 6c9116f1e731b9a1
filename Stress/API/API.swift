/// Prints what clients can use, from the symbol graphs that are named as arguments. With `--deprecated` in front, it's what only
/// programs of earlier versions use, and otherwise all the rest. `make api` compares both to what they were.
@main
enum API {

    static func main() throws {
        var files = CommandLine.arguments.dropFirst()
        let isDeprecated = files.first == "--deprecated"
        if isDeprecated { files.removeFirst() }
        let graphs = try files.map { try SymbolGraph(contentsOf: $0) }
        for line in Declarations(graphs).lines(ofDeprecated: isDeprecated) { print(line) }
    }
}
