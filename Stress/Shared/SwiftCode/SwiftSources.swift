import Foundation

/// The sources of a library, in which declarations and expressions can be looked up.
package struct SwiftSources: Sendable {

    package let sources: [SwiftSource]

    package init(_ sources: [SwiftSource]) { self.sources = sources }

    /// Reads all Swift files in a folder.
    package init(folder: String) throws {
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
        sources = try files.sorted().map { file in
            SwiftSource(file: file, text: try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8))
        }
    }

    /// Tokens of one source.
    package struct Place: Hashable, Sendable {
        package let source: Int
        package let tokens: Range<Int>

        package init(source: Int, tokens: Range<Int>) {
            self.source = source
            self.tokens = tokens
        }
    }

    /// All declarations with that name, each with its content.
    package func places(of declaration: String) throws(LookupError) -> [Place] {
        let path = DeclarationPath(declaration)
        let places = sources.enumerated().flatMap { number, source in
            source.declarations.filter { path.fits($0.path) }.map { Place(source: number, tokens: $0.tokens) }
        }
        if places.isEmpty { throw LookupError.noDeclaration(declaration, similar: names(similarTo: path)) }
        return places
    }

    /// The places of an expression in the declarations with that name.
    ///
    /// Whitespace and comments don't matter.
    package func occurrences(of expression: String, in declaration: String) throws(LookupError) -> [Place] {
        let wanted = Token.all(of: expression), places = try places(of: declaration)
        if wanted.isEmpty { throw LookupError.noCode(expression) }
        var found: [Place] = []
        for place in places {
            let occurrences = sources[place.source].occurrences(of: wanted, in: place.tokens)
            found += occurrences.map { Place(source: place.source, tokens: $0) }.filter { !found.contains($0) }
        }
        return found
    }

    /// The place of an expression that must occur exactly once.
    package func onlyOccurrence(of expression: String, in declaration: String) throws(LookupError) -> Place {
        let found = try occurrences(of: expression, in: declaration)
        if found.count == 1 { return found[0] }
        throw LookupError.notOnce(expression, declaration, lines: found.map(line))
    }

    /// The file and line at which a place begins.
    package func line(of place: Place) -> String {
        let source = sources[place.source]
        return "\(source.file):\(source.line(of: source.tokens[place.tokens.lowerBound].range.lowerBound))"
    }

    private func names(similarTo path: DeclarationPath) -> [String] {
        let wanted = "\(path)", last = path.components.last?.base
        let names = Set(sources.flatMap { $0.declarations.map(\.path) })
        let ranked = names.map { name in
            (distance: name.components.last?.base == last ? 0 : wanted.distance(to: "\(name)"), name: "\(name)")
        }
        let near = ranked.filter { $0.distance <= max(2, wanted.count / 5) }
        let sorted = near.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.map(\.name)
        return sorted.enumerated().filter { $0 == 0 || sorted[$0 - 1] != $1 }.prefix(4).map(\.element)
    }
}

/// The reasons why code isn't found.
package enum LookupError: Error, Equatable, CustomStringConvertible {

    case noDeclaration(String, similar: [String])
    case notOnce(String, String, lines: [String])
    case noCode(String)

    package var description: String {
        switch self {
        case .noDeclaration(let name, let similar):
            let hint = similar.isEmpty ? "" : "; similar: \(similar.joined(separator: ", "))"
            return "there's no declaration \(name)\(hint)"
        case .notOnce(let expression, let name, let lines):
            let list = lines.isEmpty ? "" : " (\(lines.joined(separator: ", ")))"
            return "this code occurs \(lines.count) times in \(name) instead of once\(list): \(expression)"
        case .noCode(let expression): return "this isn't code: '\(expression)'"
        }
    }
}

extension String {

    /// The number of characters to insert, delete or replace to get the other text.
    fileprivate func distance(to other: String) -> Int {
        let other = Array(other)
        var row = Array(0...other.count)
        for (line, character) in enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for (column, otherCharacter) in other.enumerated() {
                let replaced = diagonal + (character == otherCharacter ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = Swift.min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[other.count]
    }
}
