extension Change {

    /// Replaces operators, constants, and names whose opposite is another name.
    static func words(in code: SourceCode) -> [Edit] {
        var edits: [Edit] = []
        for (word, others) in opposites {
            for range in code.occurrences(of: word) {
                let isOperator = word.hasPrefix(" ") || !word.utf8.contains { $0.isWord }
                if !isOperator, code.isInsideWord(range) { continue }
                edits += others.map { (range, $0) }
            }
        }
        for (index, range) in code.wordRanges.enumerated() where index > 0 {
            guard let number = Int(code.bare(range)), !code.isElement(range) else { continue }
            edits.append((range, number == 1 ? "0" : "\(number + 1)"))
        }
        for index in code.bare.indices.dropFirst().dropLast() where code.bare[index] == UInt8(ascii: "!") {
            let isFirst = code.bare[index - 1] == .space || code.bare[index - 1].opens
            if isFirst, code.bare[index + 1].isWord || code.bare[index + 1].opens {
                edits.append((index..<index + 1, ""))
            }
        }
        return edits
    }

    private static let opposites: [(String, [String])] = [
        (" == ", [" != "]), (" != ", [" == "]), (" === ", [" !== "]), (" !== ", [" === "]),
        (" < ", [" <= ", " >= "]), (" > ", [" >= ", " <= "]), (" <= ", [" < ", " > "]), (" >= ", [" > ", " < "]),
        (" && ", [" || "]), (" || ", [" && "]), (" + ", [" - "]), (" - ", [" + "]), (" * ", [" / "]), (" / ", [" * "]),
        (" &+ ", [" &- "]), (" &- ", [" &+ "]), (" += ", [" -= "]), (" -= ", [" += "]), (" *= ", [" /= "]),
        (" /= ", [" *= "]), (" &+= ", [" &-= "]), (" & ", [" | "]), (" | ", [" & "]), (" << ", [" >> "]),
        (" >> ", [" << "]), ("..<", ["..."]), ("true", ["false"]), ("false", ["true"]), ("min", ["max"]),
        ("max", ["min"]), ("first", ["last"]), ("last", ["first"]), ("removeFirst", ["removeLast"]),
        ("removeLast", ["removeFirst"]),
    ]
}

extension SourceCode {

    fileprivate func occurrences(of word: String) -> [Range<Int>] {
        let word = Array(word.utf8)
        guard word.count <= bare.count else { return [] }
        return (0...bare.count - word.count).map { $0..<$0 + word.count }.filter { bare[$0].elementsEqual(word) }
    }

    fileprivate func isInsideWord(_ range: Range<Int>) -> Bool {
        let before = range.lowerBound - 1, after = range.upperBound
        return before >= 0 && bare[before].isWord || after < bare.count && bare[after].isWord
    }

    /// All names, keywords and numbers.
    fileprivate var wordRanges: [Range<Int>] {
        bare.indices.split { !bare[$0].isWord }.map { $0.startIndex..<$0.endIndex }
    }

    /// `true` if a number is that of a tuple element or closure argument, or part of a fraction.
    fileprivate func isElement(_ range: Range<Int>) -> Bool {
        let before = bare[range.lowerBound - 1], isBeforeFraction = bare[range.upperBound...].starts(with: ".".utf8)
        let isRange = bare[..<range.lowerBound].suffix(2).elementsEqual("..".utf8)
        if before == UInt8(ascii: "$") || before == UInt8(ascii: ".") && !isRange { return true }
        return isBeforeFraction && !bare[range.upperBound...].starts(with: "..".utf8)
    }
}
