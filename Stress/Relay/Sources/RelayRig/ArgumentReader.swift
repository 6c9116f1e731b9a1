/// Reads the options of a command line.
///
/// Options are names that begin with `--`, with a value, or without one for flags.
public struct ArgumentReader {

    private var values: [String: String] = [:]
    private var unread: Set<String>

    /// Stops at the first word that is no option.
    public init(_ words: some Sequence<String>, flags: Set<String> = []) throws {
        var words = words.makeIterator()
        while let word = words.next() {
            guard word.hasPrefix("--") else { throw RigError("unknown option '\(word)'") }
            if flags.contains(word) {
                values[word] = "yes"
            } else if let value = words.next() {
                values[word] = value
            } else {
                throw RigError("\(word) needs a value")
            }
        }
        unread = Set(values.keys)
    }

    /// Returns `true` if the flag is set.
    public mutating func flag(_ name: String) -> Bool { text(name) != nil }

    /// Returns the value of an option, if it's present.
    public mutating func text(_ name: String) -> String? {
        unread.remove(name)
        return values[name]
    }

    /// Returns the numeric value of an option, if it's present.
    public mutating func number<Number: LosslessStringConvertible>(
        _ name: String, as: Number.Type = Int.self
    ) throws -> Number? {
        guard let text = text(name) else { return nil }
        guard let number = Number(text) else { throw RigError("\(name) needs a number, not '\(text)'") }
        return number
    }

    /// Stops if there's an option that the program doesn't know.
    public func end() throws {
        if let name = unread.min() { throw RigError("unknown option \(name)") }
    }
}
