/// Reads the options of a command line one by one, and the value after each that has one.
package struct CommandLineReader {

    private var rest: ArraySlice<String>

    /// The allowed options, in words.
    private let allowed: String

    package init(_ arguments: [String], allowed: String) {
        rest = arguments[...]
        self.allowed = allowed
    }

    /// The next option, or `nil` at the end.
    package mutating func nextOption() -> String? { rest.popFirst() }

    /// The error for an unknown option.
    package func unknown(_ option: String) -> ProgramError { ProgramError("unknown option \(option)\n\(allowed)") }

    /// The value of an option. Throws if the closure returns `nil` for it.
    package mutating func value<Value>(
        of option: String, _ wanted: String, _ parse: (String) -> Value?
    ) throws(ProgramError) -> Value {
        guard let text = rest.popFirst() else { throw ProgramError("\(option) needs \(wanted)") }
        guard let value = parse(text) else { throw ProgramError("\(option) needs \(wanted), not \(text)") }
        return value
    }

    /// A number above zero.
    package mutating func positive(_ option: String, below limit: Double = 1e6) throws(ProgramError) -> Double {
        let wanted = limit == 1e6 ? "a million" : "\(limit)"
        return try value(of: option, "a number above 0 and below \(wanted)") { text in
            Double(text).flatMap { $0 > 0 && $0 < limit ? $0 : nil }
        }
    }

    /// A whole number in a range.
    package mutating func whole(_ option: String, in range: ClosedRange<Int>) throws(ProgramError) -> Int {
        let isUnlimited = range.upperBound == .max
        let wanted = isUnlimited ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
        return try value(of: option, "a whole number \(wanted)") { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// A seed for random numbers.
    package mutating func seed(_ option: String) throws(ProgramError) -> UInt64 {
        try value(of: option, "a whole number") { UInt64($0) }
    }
}
