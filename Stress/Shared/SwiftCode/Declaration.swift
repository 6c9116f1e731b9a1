/// A type, extension, function, initializer, subscript, property or accessor in a source.
package struct Declaration: Sendable {

    package enum Kind: Sendable {
        /// A type, a protocol or an extension.
        case type

        /// A function, an initializer or a deinitializer.
        case function

        /// A property or a subscript.
        case property

        /// `get`, `set`, `didSet` and similar accessors.
        case accessor
    }

    package let kind: Kind

    /// The enclosing types and the declaration. An extension has the path of the type that it
    /// extends.
    package let path: DeclarationPath

    /// Its tokens in the source, from its attributes and modifiers to its end.
    package let tokens: Range<Int>

    /// The tokens between its braces, if it has any.
    package let body: Range<Int>?

    /// `true` if its braces contain accessors instead of statements or members.
    package let hasAccessors: Bool
}

/// The qualified name of declarations, like `Mailbox.take(upTo:)`.
///
/// Without labels, it matches all overloads.
package struct DeclarationPath: Hashable, Sendable, CustomStringConvertible {

    struct Component: Hashable, Sendable {
        let base: String

        /// The argument labels, like `(upTo:)`.
        var labels: String?
    }

    var components: [Component]

    /// The path without any labels.
    package var description: String { components.map(\.base).joined(separator: ".") }

    /// The path with the labels of all its functions.
    package var full: String { components.map { $0.base + ($0.labels ?? "") }.joined(separator: ".") }

    /// Reads a path as it's written in code.
    package init(_ text: String) {
        components = Token.all(of: text).split { $0.text == "." }.map { part in
            let base = part.prefix { $0.text != "(" }, labels = part[base.endIndex...]
            let labelText = labels.map(\.text).joined()
            return Component(base: base.map(\.text).joined(), labels: labels.isEmpty ? nil : labelText)
        }
    }

    init(_ components: [Component]) { self.components = components }

    func appending(_ base: String, labels: String? = nil) -> DeclarationPath {
        DeclarationPath(components + [Component(base: base, labels: labels)])
    }

    /// `true` if this path, with or without labels, stands for that complete path.
    func fits(_ complete: DeclarationPath) -> Bool {
        components.count == complete.components.count
            && zip(components, complete.components).allSatisfy { wanted, given in
                wanted.base == given.base && (wanted.labels == nil || wanted.labels == given.labels)
            }
    }
}
