import StressSupport

/// The library with one change, identified by a number.
struct LineMutant {

    let number: Int
    let code: SourceCode
    let change: Change

    /// The changed lines, before and after the change.
    var before: String { lines(changed: false) }
    var after: String { lines(changed: true) }

    var place: String { "\(code.file):\(code.line(of: change.range.lowerBound))" }

    /// The qualified names of all declarations around the change.
    var declarations: [String] {
        guard let token = code.source.token(at: change.range.lowerBound) else { return [] }
        return code.source.declarations(around: token).map { "\($0.path)" }
    }

    private func lines(changed: Bool) -> String {
        let start = code.lineRange(around: change.range.lowerBound).lowerBound
        let end = code.lineRange(around: change.range.upperBound).upperBound
        let middle = changed ? change.replacement : code.text(change.range)
        let text = code.text(start..<change.range.lowerBound) + middle + code.text(change.range.upperBound..<end)
        return text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    }

    /// All mutants of the sources, in an order that depends on the seed.
    static func all(of codes: [SourceCode], seed: UInt64) -> [LineMutant] {
        var random = SplitMix64(seed)
        let changes = codes.flatMap { code in Change.all(of: code).map { (code, $0) } }.shuffled(using: &random)
        return changes.enumerated().map { LineMutant(number: $0 + 1, code: $1.0, change: $1.1) }
    }
}
