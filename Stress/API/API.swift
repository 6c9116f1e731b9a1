/// Prints the public API, from the symbol graphs that are named as arguments.
///
/// With `--deprecated` as the first argument, it prints only what is there for programs of earlier
/// versions. Otherwise, it prints the rest. `make api` compares both with the recorded API.
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
