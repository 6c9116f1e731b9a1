import Foundation

/// The rules for texts that can be checked, in pages and in comments of sources.
///
/// - A sentence names its subject: it doesn't begin with *Who*, nor with *What* unless it's a
///   question.
/// - A sentence has at most 30 words.
/// - No phrase of `Docs/phrases.txt` occurs.
/// - Lines have at most 100 columns, except for tables, code, images, and lines with a word of more
///   than 50, such as a long link.
/// - Words are in the dictionary of aspell, or in `Docs/spelling.txt`.
struct Prose {

    private static let columns = 100
    private static let wordsOfSentence = 30

    private let repository: String

    /// Phrases to avoid, as expressions that match whole words, each with what to write instead.
    private let phrases: [(phrase: String, expression: NSRegularExpression, remedy: String)]

    private var paragraphs: [Paragraph] = []

    /// The number of paragraphs that were checked.
    var count: Int { paragraphs.count }

    init(_ repository: String) throws {
        self.repository = repository
        phrases = try String(contentsOfFile: "\(repository)/Docs/phrases.txt", encoding: .utf8)
            .split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
            .map { line in
                let parts = line.components(separatedBy: " -> ")
                let pattern = "(?<!\\p{L})\(NSRegularExpression.escapedPattern(for: parts[0]))(?!\\p{L})"
                let expression = try NSRegularExpression(pattern: pattern, options: .caseInsensitive)
                return (parts[0], expression, parts.dropFirst().joined())
            }
    }

    /// Checks all texts of the repository.
    mutating func check(_ complaints: inout Complaints) throws {
        for path in try paths() {
            guard let text = try? String(contentsOfFile: "\(repository)/\(path)", encoding: .utf8) else {
                complaints.add("\(path) isn't a file in UTF-8, or can't be read.")
                continue
            }
            let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
            let isPage = path.hasSuffix(".md")
            checkColumns(of: lines, path, isPage: isPage, &complaints)
            paragraphs +=
                isPage ? Paragraph.all(ofPage: path, lines) : Paragraph.all(ofComments: path, lines)
        }
        for paragraph in paragraphs { check(paragraph, &complaints) }
        try checkSpelling(&complaints)
    }

    private func paths() throws -> [String] {
        let files = FileManager.default
        let folders = try ["Docs", "Sources", "Stress", "Tests"].flatMap { folder in
            try files.subpathsOfDirectory(atPath: "\(repository)/\(folder)").map { "\(folder)/\($0)" }
        }
        return (folders + (try files.contentsOfDirectory(atPath: repository)))
            .filter { path in
                (path.hasSuffix(".md") || path.hasSuffix(".swift")) && !path.contains("/.")
                    && !path.contains("/Snippets/")
            }
            .sorted()
    }

    private func checkColumns(of lines: [String], _ path: String, isPage: Bool, _ complaints: inout Complaints) {
        var isCode = false
        for (index, line) in lines.enumerated() {
            guard let text = isPage ? line : line.comment else {
                isCode = false
                continue
            }
            if text.isFence { isCode.toggle() }
            if isCode || text.isTable || text.isMarkup || line.count <= Self.columns { continue }
            if line.split(separator: " ").contains(where: { $0.count > Self.columns / 2 }) { continue }
            complaints.add("\(path):\(index + 1) has \(line.count) columns. Wrap it at \(Self.columns).")
        }
        if isPage, isCode { complaints.add("\(path) ends inside of a block of code.") }
    }

    private func check(_ paragraph: Paragraph, _ complaints: inout Complaints) {
        for words in paragraph.sentences {
            let beginning = words.prefix(4).joined(separator: " ")
            let first = words.first.map { $0.drop { !$0.isLetter }.prefix(while: \.isLetter) } ?? ""
            if ["Who", "Whoever", "Whatever", "Whose", "Whom", "Whomever"].contains(first)
                || first == "What" && words.last?.isEndOfQuestion != true
            {
                complaints.add("\(paragraph.place): '\(beginning) …' doesn't name its subject.")
            }
            if words.count > Self.wordsOfSentence {
                complaints.add(
                    "\(paragraph.place): '\(beginning) …' has \(words.count) words. Make two sentences of it.")
            }
        }
        let text = paragraph.text, range = NSRange(text.startIndex..., in: text)
        for (phrase, expression, remedy) in phrases where expression.firstMatch(in: text, range: range) != nil {
            complaints.add("\(paragraph.place): instead of '\(phrase)', write \(remedy)")
        }
    }

    // MARK: - Spelling

    private func checkSpelling(_ complaints: inout Complaints) throws {
        var places: [String: String] = [:]
        for paragraph in paragraphs {
            for word in paragraph.plainWords where places[word] == nil { places[word] = paragraph.place }
        }
        guard let unknown = try unknownWords(of: places.keys.sorted()) else {
            return print("notes  the spelling isn't checked, since aspell is missing: make tools")
        }
        for word in unknown {
            guard let place = places[word] else { continue }
            complaints.add("\(place): '\(word)' isn't in the dictionary. If it's right, add it to Docs/spelling.txt.")
        }
    }

    /// The words that are in no dictionary, or `nil` without the program that has one.
    ///
    /// The settings of the user don't count. A word that is certainly in no dictionary shows that
    /// aspell has read the words.
    private func unknownWords(of words: [String]) throws -> [String]? {
        let process = Process(), output = Pipe()
        let list = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        let nonsense = "qzxvqz"
        try (words + [nonsense]).joined(separator: "\n").write(to: list, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: list) }
        let own = URL(fileURLWithPath: "\(repository)/Docs/spelling.txt").path
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "-u", "ASPELL_CONF", "aspell", "list", "--per-conf=/dev/null", "--lang=en_US", "--encoding=utf-8",
            "--personal=\(own)",
        ]
        process.standardInput = try FileHandle(forReadingFrom: list)
        process.standardOutput = output
        try process.run()
        let unknown = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        if process.terminationStatus == 127 { return nil }
        var found = Set(unknown.split(separator: "\n").map(String.init))
        guard process.terminationStatus == 0, found.remove(nonsense) != nil else { throw ProseError.spellingFailed }
        return found.sorted()
    }
}

enum ProseError: Error, CustomStringConvertible {

    case spellingFailed

    var description: String {
        "aspell failed. Either its dictionary en_US is missing, and 'make tools' installs it, or a line of "
            + "Docs/spelling.txt isn't a word."
    }
}
