import Foundation

/// What the compiler says about the declarations of a module, as far as it's needed here.
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

        /// The names of the types that the declaration is nested in, and its own.
        let pathComponents: [String]

        /// `public` or `open`.
        let accessLevel: String

        /// The declaration as text, in pieces.
        let declarationFragments: [Fragment]

        /// The extension that the declaration is in, unless that is the one of the type.
        let swiftExtension: Extension?

        let availability: [Availability]?

        /// It's missing for what the compiler made.
        let location: Location?

        var conditions: String { SymbolGraph.whereClause(swiftExtension?.constraints) }
    }

    struct Location: Decodable { let uri: String }

    struct Identifier: Decodable { let precise: String }

    struct Kind: Decodable { let identifier: String }

    struct Fragment: Decodable { let spelling: String }

    struct Extension: Decodable { let constraints: [Constraint]? }

    /// What must be true of types, as in `Message == Void`.
    struct Constraint: Decodable { let kind, lhs, rhs: String }

    /// Since when, or whether, something can be used on a platform, `*` being all of them.
    struct Availability: Decodable {
        let domain: String?
        let introduced: Version?
        let isUnconditionallyDeprecated, isUnconditionallyUnavailable: Bool?
        let renamed: String?
    }

    struct Version: Decodable { let major, minor: Int? }

    /// How two declarations relate, as in "is a member of", each given by its identifier.
    struct Relationship: Decodable {
        let kind, source, target: String

        /// The name of a target that's in another module.
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
