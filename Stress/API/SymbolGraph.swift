import Foundation

/// The compiler's description of a module's declarations, as far as it's needed here.
struct SymbolGraph: Decodable {

    let symbols: [Symbol]
    let relationships: [Relationship]

    init(contentsOf file: String) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
    }

    /// One declaration.
    struct Symbol: Decodable {

        let identifier: Identifier
        let kind: Kind

        /// The names of the enclosing types, and the name of the declaration.
        let pathComponents: [String]

        /// `public` or `open`.
        let accessLevel: String

        /// The text of the declaration, in pieces.
        let declarationFragments: [Fragment]

        /// The extension that contains the declaration, unless it's in the type itself.
        let swiftExtension: Extension?

        let availability: [Availability]?

        /// The location, which is missing for declarations that the compiler made.
        let location: Location?

        var conditions: String { SymbolGraph.whereClause(swiftExtension?.constraints) }
    }

    struct Location: Decodable { let uri: String }

    struct Identifier: Decodable { let precise: String }

    struct Kind: Decodable { let identifier: String }

    struct Fragment: Decodable { let spelling: String }

    struct Extension: Decodable { let constraints: [Constraint]? }

    /// A generic constraint, as in `Message == Void`.
    struct Constraint: Decodable { let kind, lhs, rhs: String }

    /// The availability of a declaration on a platform, where `*` stands for all platforms.
    struct Availability: Decodable {
        let domain: String?
        let introduced: Version?
        let isUnconditionallyDeprecated, isUnconditionallyUnavailable: Bool?
        let renamed: String?
    }

    struct Version: Decodable { let major, minor: Int? }

    /// A relationship between two declarations, as in "is a member of", by their identifiers.
    struct Relationship: Decodable {
        let kind, source, target: String

        /// The name of a target in another module.
        let targetFallback: String?

        let swiftConstraints: [Constraint]?

        var conditions: String { SymbolGraph.whereClause(swiftConstraints) }
    }

    private static func whereClause(_ constraints: [Constraint]?) -> String {
        let texts = (constraints ?? []).filter { $0.rhs != "Copyable" && $0.rhs != "Escapable" }.map {
            $0.lhs + ($0.kind == "sameType" ? " == " : ": ") + $0.rhs
        }
        return texts.isEmpty ? "" : " where " + texts.joined(separator: ", ")
    }
}
