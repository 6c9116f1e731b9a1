/// The public API of a module, with one line per declaration and per conformance.
///
/// The order depends on nothing but the lines.
struct Declarations {

    private let symbols: [SymbolGraph.Symbol]
    private let subtyping: Subtyping

    /// The names of types by identifier, including types that the module only extends.
    private var names = [String: String]()

    /// The identifiers of all declarations of the module.
    private let ownIdentifiers: Set<String>

    /// The identifiers of protocol requirements.
    private let requirements: Set<String>

    /// The identifiers of declarations that exist only for programs of earlier versions.
    private let deprecated: Set<String>

    /// The folder that contains these declarations, and nothing else.
    private static let folderOfDeprecated = "/Sources/SwiftObserver/Deprecated/"

    init(_ graphs: [SymbolGraph]) {
        symbols = graphs.flatMap(\.symbols)
        let relationships = graphs.flatMap(\.relationships)
        subtyping = Subtyping(relationships)
        ownIdentifiers = Set(symbols.map(\.identifier.precise))
        requirements = Set(relationships.filter { $0.kind.hasSuffix("equirementOf") }.map(\.source))
        let deprecated = symbols.filter { $0.location?.uri.contains(Self.folderOfDeprecated) == true }
        self.deprecated = Set(deprecated.map(\.identifier.precise))
        let paths = Dictionary(symbols.map { ($0.identifier.precise, $0.pathComponents) }) { path, _ in path }
        for relationship in relationships where relationship.kind == "memberOf" {
            names[relationship.target] = paths[relationship.source]?.dropLast().joined(separator: ".")
        }
        for (identifier, path) in paths { names[identifier] = path.joined(separator: ".") }
    }

    /// The declarations that exist only for programs of earlier versions, or all the rest.
    func lines(ofDeprecated isDeprecated: Bool) -> [String] {
        let symbols = symbols.filter { deprecated.contains($0.identifier.precise) == isDeprecated }
        let relationships = subtyping.declared.filter {
            (deprecated.contains($0.source) || deprecated.contains($0.target)) == isDeprecated
        }
        let lines = Set(symbols.map(line) + relationships.compactMap(line))
        return lines.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private func line(_ symbol: SymbolGraph.Symbol) -> String {
        let path = isType(symbol) ? symbol.pathComponents : symbol.pathComponents.dropLast()
        let owner = path.joined(separator: ".") + symbol.conditions
        var words = symbol.availability?.compactMap(text).sorted() ?? []
        if symbol.accessLevel == "open" { words.append("open") }
        if requirements.contains(symbol.identifier.precise) { words.append("required") }
        let declaration = symbol.declarationFragments.map(\.spelling).joined()
        words += declaration.split(whereSeparator: \.isWhitespace).map(String.init)
        return (owner.isEmpty ? "" : owner + ": ") + words.joined(separator: " ")
    }

    private func line(_ relationship: SymbolGraph.Relationship) -> String? {
        // Foreign types conform to foreign protocols independently of this module, or because one
        // of its protocols inherits them.
        if isForeign(relationship.source), isForeign(relationship.target) { return nil }
        let target = names[relationship.target] ?? relationship.targetFallback ?? relationship.target
        let source = names[relationship.source] ?? name(ofForeign: relationship.source)
        let verb = relationship.kind == "conformsTo" ? "conforms to" : "inherits from"
        return source + relationship.conditions + ": " + verb + " " + target
    }

    private func isForeign(_ identifier: String) -> Bool { !ownIdentifiers.contains(identifier) }

    /// Reads the name of a type of the standard library from its mangled name, without the `s:`.
    private func name(ofForeign identifier: String) -> String {
        let mangled = identifier.dropFirst(2)
        if let type = _typeByName(String(mangled)) { return String(describing: type) }

        // The runtime doesn't find generic types by a name like `s6ResultO`, where 6 is the length.
        let name = mangled.dropFirst()
        guard let length = Int(name.prefix { $0.isNumber }) else { return identifier }
        return String(name.drop { $0.isNumber }.prefix(length))
    }

    private func isType(_ symbol: SymbolGraph.Symbol) -> Bool {
        ["swift.actor", "swift.class", "swift.enum", "swift.protocol", "swift.struct"].contains(symbol.kind.identifier)
    }

    private func text(_ availability: SymbolGraph.Availability) -> String? {
        var words = [availability.domain ?? "*"]
        if let version = availability.introduced { words.append("\(version.major ?? 0).\(version.minor ?? 0)") }
        if availability.isUnconditionallyDeprecated == true { words.append("deprecated") }
        if availability.isUnconditionallyUnavailable == true { words.append("unavailable") }
        if let name = availability.renamed { words.append("renamed: \(name)") }
        return words.count > 1 ? "@available(\(words.joined(separator: ", ")))" : nil
    }
}
