import Foundation

// The tool behind `make docs` and the related targets. It's compiled from this folder alone.

let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.dropFirst().map { String($0) }) {
case ("check", let rest) where rest.count == 2: run { try check(rest[0], repository: rest[1]) }
case ("prose", let rest) where rest.count == 1: run { try checkProse(of: rest[0]) }
case ("serve", let rest) where rest.count == 1 || rest.count == 2:
    guard let port = UInt16(rest.count == 2 ? rest[1] : "8080") else { usage() }
    try Server(rest[0]).run(port: port)
default: usage()
}

func usage() -> Never {
    print(
        """
        usage: docs-tool check ARCHIVE REPOSITORY
               docs-tool prose REPOSITORY
               docs-tool serve ARCHIVE [PORT]
        """)
    exit(2)
}

/// Ends the program with the status of a command, or with its error.
func run(_ command: () throws -> Int32) -> Never {
    do { exit(try command()) } catch {
        print("WRONG  \(error)")
        exit(2)
    }
}

/// Checks everything, and prints complaints.
func check(_ archive: String, repository: String) throws -> Int32 {
    var complaints = Complaints()
    let pages = try Archive(archive)
    pages.checkLinks(&complaints)
    pages.checkPlaces(&complaints)
    pages.checkTopics(&complaints)
    pages.checkTexts(&complaints)
    try Hashes.checkLinks(in: repository, &complaints)
    try Book(repository + "/Docs/SwiftObserver.docc").check(&complaints)
    let external = try Markdown.checkAll(in: repository, &complaints)
    for text in complaints.all { print("WRONG  \(text)") }
    if complaints.all.isEmpty {
        print("holds  \(pages.count) pages of documentation, each in one place, without a broken link")
        print("notes  \(external.count) external links aren't checked:")
        for link in external.sorted() { print("       \(link)") }
    }
    return complaints.all.isEmpty ? 0 : 1
}

/// Checks the texts of pages and comments, and reports violations.
func checkProse(of repository: String) throws -> Int32 {
    var complaints = Complaints(), prose = try Prose(repository)
    try prose.check(&complaints)
    for text in complaints.all { print("WRONG  \(text)") }
    if complaints.all.isEmpty { print("holds  the rules for texts, in \(prose.count) paragraphs") }
    return complaints.all.isEmpty ? 0 : 1
}

struct Complaints {
    private(set) var all: [String] = []
    mutating func add(_ text: String) { all.append(text) }
}
