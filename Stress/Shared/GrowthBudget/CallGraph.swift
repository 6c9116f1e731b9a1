import StressSupport

/// The declarations of a module, and their uses of each other.
package struct CallGraph {

    /// One entry of an index, in which each declaration has a unique identifier.
    package enum Fact {
        case type(String, name: String, file: String)

        /// A function, an initializer, an accessor, a property, a subscript or a case of an enum.
        case member(String, name: String, file: String)

        /// An extension, for example.
        case other(String, name: String)

        /// The first is a member of the second, or an accessor.
        case child(String, of: String)

        /// The first overrides the second, or implements that requirement of a protocol.
        case override(String, of: String)
        case use(of: String, by: String)
    }

    private var typeFiles = [String: String](), memberFiles = [String: String](), names = [String: String]()
    private var parents = [String: Set<String>](), used = [String: Set<String>](), overrides = [String: Set<String>]()

    /// The order of facts doesn't matter.
    package init(_ facts: [Fact]) {
        for fact in facts {
            switch fact {
            case .type(let type, let name, let file): (names[type], typeFiles[type]) = (name, file)
            case .member(let member, let name, let file): (names[member], memberFiles[member]) = (name, file)
            case .other(let other, let name): names[other] = name
            case .child(let child, let parent):
                parents[child, default: []].insert(parent)
                used[parent, default: []].insert(child)
            case .override(let override, let base): overrides[base, default: []].insert(override)
            case .use(let member, let user): used[user, default: []].insert(member)
            }
        }
    }

    /// The number of members that the functions lead to, and of the files with these members.
    ///
    /// The functions themselves are included. A function is given with its type and labels, as in
    /// `Observable.send(_:)`. A use of a property leads to all its accessors. With overrides, a
    /// call also leads to every implementation that it could be dispatched to.
    package func reach(from functions: [String], withOverrides: Bool) throws -> (members: Int, files: Int) {
        var found = Set<String>()
        for function in functions {
            let starts = memberFiles.keys.filter { fullNames(of: $0).contains(function) }
            if starts.isEmpty {
                throw ProgramError("\(function) no longer exists. Name its successor in Stress/Growth/Measures.swift.")
            }
            found.formUnion(starts)
        }
        var rest = Array(found)
        while let member = rest.popLast() {
            let next = used[member, default: []].union(withOverrides ? overrides[member, default: []] : [])
            for member in next where memberFiles[member] != nil && found.insert(member).inserted { rest.append(member) }
        }
        return (found.count, Set(found.map { memberFiles[$0]! }).count)
    }

    /// The number of types, including nested ones, in a folder and its subfolders.
    package func countOfTypes(in folder: String) -> Int { typeFiles.values.count { $0.hasPrefix(folder + "/") } }

    private func fullNames(of member: String) -> [String] {
        parents[member, default: []].compactMap { parent in names[parent].map { "\($0).\(names[member]!)" } }
    }
}
