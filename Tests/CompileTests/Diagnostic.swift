import Foundation

/// A diagnostic of the compiler about one place.
struct Diagnostic: Equatable, CustomStringConvertible {

    enum Kind: String { case error, warning }

    let kind: Kind
    let text: String

    /// The file name and the line number, if the diagnostic is about a line.
    let place: String

    init(kind: Kind, text: String, place: String = "") {
        self.kind = kind
        self.text = text
        self.place = place
    }

    var description: String { "\(place): \(kind): \(text)" }

    /// Finds the diagnostics in the output of the compiler.
    static func parse(_ output: String) -> [Diagnostic] {
        output.split(separator: "\n").compactMap { line in
            guard let match = line.firstMatch(of: /^(?:(.+?):(\d+):\d+: |<unknown>:0: )?(error|warning): (.*)$/),
                let kind = Kind(rawValue: String(match.3))
            else { return nil }
            let file = match.1.map { URL(fileURLWithPath: String($0)).lastPathComponent }
            return Diagnostic(
                kind: kind, text: String(match.4), place: file.map { "\($0):\(match.2 ?? "")" } ?? "nowhere")
        }
    }
}

/// A diagnostic that a comment such as `// error: mutation of captured var` announces.
struct Expectation: CustomStringConvertible {

    private let kind: Diagnostic.Kind
    private let text: String
    private let place: String

    /// Whether the compiler reported it.
    func isMet(by diagnostic: Diagnostic) -> Bool {
        diagnostic.kind == kind && diagnostic.place == place && diagnostic.text.contains(text)
    }

    var description: String { "\(place): expected \(kind): \(text)" }

    static func all(in sources: [URL]) throws -> [Expectation] {
        try sources.flatMap { source in
            try String(contentsOf: source, encoding: .utf8).components(separatedBy: "\n").enumerated().flatMap {
                index, line in
                line.components(separatedBy: " // ").dropFirst().compactMap { comment in
                    guard let match = comment.firstMatch(of: /^(error|warning): (.*\S)/) else { return nil }
                    return Diagnostic.Kind(rawValue: String(match.1)).map {
                        Expectation(
                            kind: $0, text: String(match.2), place: "\(source.lastPathComponent):\(index + 1)")
                    }
                }
            }
        }
    }
}
