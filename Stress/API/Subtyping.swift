/// The conformances and inheritance of a module's types.
struct Subtyping {

    private let relationships: [SymbolGraph.Relationship]

    /// The types that each type conforms to or inherits from without conditions, by identifier.
    private let supertypes: [String: Set<String>]

    /// Protocols of the standard library that refine other protocols, by mangled name.
    private static let refinements: [String: Set<String>] = ["s:SH": ["s:SQ"], "s:SL": ["s:SQ"]]

    init(_ relationships: [SymbolGraph.Relationship]) {
        self.relationships = relationships.filter {
            ["conformsTo", "inheritsFrom"].contains($0.kind) && !Self.isOfNearlyAllTypes($0)
        }
        let unconditional = self.relationships.filter { $0.conditions.isEmpty }
        supertypes = Dictionary(grouping: unconditional, by: \.source).mapValues { Set($0.map(\.target)) }
    }

    /// All relationships that don't follow from other relationships.
    ///
    /// A relationship follows from another one through a superclass or a refined protocol, or if it
    /// also holds under fewer conditions.
    var declared: [SymbolGraph.Relationship] { relationships.filter { !isImplied($0) } }

    /// `true` for a protocol to which nearly all types conform. A type that doesn't conform says so
    /// in its declaration.
    private static func isOfNearlyAllTypes(_ relationship: SymbolGraph.Relationship) -> Bool {
        ["Swift.Copyable", "Swift.Escapable", "Swift.SendableMetatype"].contains(relationship.targetFallback)
    }

    private func isImplied(_ relationship: SymbolGraph.Relationship) -> Bool {
        relationships.contains {
            if $0.source != relationship.source { return false }
            if !$0.conditions.isEmpty, $0.conditions != relationship.conditions { return false }
            if $0.target != relationship.target { return allSupertypes(of: $0.target).contains(relationship.target) }
            return $0.conditions != relationship.conditions
        }
    }

    private func allSupertypes(of identifier: String) -> Set<String> {
        var found = Set<String>(), rest = [identifier]
        while let next = rest.popLast() {
            for supertype in (supertypes[next] ?? []).union(Self.refinements[next] ?? [])
            where found.insert(supertype).inserted {
                rest.append(supertype)
            }
        }
        return found
    }
}
