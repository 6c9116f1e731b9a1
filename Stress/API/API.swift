/// Prints all that clients can use, from the symbol graphs that are named as arguments. `make api` compares it to what it was.
@main
enum API {

    static func main() throws {
        let graphs = try CommandLine.arguments.dropFirst().map { try SymbolGraph(contentsOf: $0) }
        for line in Declarations(graphs).lines { print(line) }
    }
}
