import Foundation

/// The rules for texts that can be checked, in pages and in comments of sources.
///
/// - A sentence names its subject: it doesn't begin with *Who* or *What*, unless it's a question.
/// - A sentence has at most 30 words.
/// - No phrase of `Docs/phrases.txt` occurs.
/// - Lines have at most 100 columns, except for tables, code, images, and lines with a long link.
/// - Words are in the dictionary of aspell, or in `Docs/spelling.txt`.
struct Prose {

    private static let columns = 100
    private static let wordsOfSentence = 30

    private let repository: String

    /// Phrases to avoid, each with what to write instead.
    private let phrases: [(phrase: String, remedy: String)]

    private var paragraphs: [Paragraph] = []

    /// The number of paragraphs that were checked.
    var count: Int { paragraphs.count }

    init(_ repository: String) throws {
        self.repository = repository
        phrases = try String(contentsOfFile: "\(repository)/Docs/phrases.txt", encoding: .utf8)
            .split(separator: "\n").filter { !$0.hasPrefix("#") }
            .map { line in
                let parts = line.components(separatedBy: " -> ")
                return (parts[0], parts.dropFirst().joined())
            }
    }

    /// Checks all texts of the repository.
    mutating func check(_ complaints: inout Complaints) throws {
        for path in try paths() {
            let lines = try String(contentsOfFile: "\(repository)/\(path)", encoding: .utf8).components(
                separatedBy: "\n")
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
                (path.hasSuffix(".md") || path.hasSuffix(".swift"))
                    && !["/.build/", "/Snippets/"].contains { path.contains($0) }
            }
            .sorted()
    }

    private func checkColumns(of lines: [String], _ path: String, isPage: Bool, _ complaints: inout Complaints) {
        var isCode = false
        for (index, line) in lines.enumerated() {
            guard let text = isPage ? line : line.comment else { continue }
            if text.isFence { isCode.toggle() }
            if isCode || text.isTable || text.isMarkup || line.count <= Self.columns { continue }
            if line.split(separator: " ").contains(where: { $0.count > Self.columns / 2 }) { continue }
            complaints.add("\(path):\(index + 1) has \(line.count) columns. Wrap it at \(Self.columns).")
        }
    }

    private func check(_ paragraph: Paragraph, _ complaints: inout Complaints) {
        for words in paragraph.sentences {
            let beginning = words.prefix(4).joined(separator: " "), first = words.first?.filter(\.isLetter) ?? ""
            if ["Who", "Whoever", "Whatever", "Whose", "Whom"].contains(first)
                || first == "What" && words.last?.hasSuffix("?") != true
            {
                complaints.add("\(paragraph.place): '\(beginning) …' doesn't name its subject.")
            }
            if words.count > Self.wordsOfSentence {
                complaints.add(
                    "\(paragraph.place): '\(beginning) …' has \(words.count) words. Make two sentences of it.")
            }
        }
        let text = " \(paragraph.text) "
        for (phrase, remedy) in phrases where text.range(of: phrase, options: [.caseInsensitive, .literal]) != nil {
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
    private func unknownWords(of words: [String]) throws -> [String]? {
        let process = Process(), output = Pipe()
        let list = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try words.joined(separator: "\n").write(to: list, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: list) }
        let own = URL(fileURLWithPath: "\(repository)/Docs/spelling.txt").path
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["aspell", "list", "--lang=en_US", "--encoding=utf-8", "--personal=\(own)"]
        process.standardInput = try FileHandle(forReadingFrom: list)
        process.standardOutput = output
        try process.run()
        let unknown = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        if process.terminationStatus == 127 { return nil }
        guard process.terminationStatus == 0 else { throw ProseError.spellingFailed }
        return Set(unknown.split(separator: "\n").map(String.init)).sorted()
    }
}

enum ProseError: Error, CustomStringConvertible {

    case spellingFailed

    var description: String { "aspell failed. Is its dictionary en_US missing? 'make tools' installs both." }
}
