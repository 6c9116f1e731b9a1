/// A block of code on a page that quotes the library or a model.
///
/// Its first line is a comment that names the declaration, like `// Lane.enqueue`, or the file of a
/// model, like `// Ending.cpp`.
struct Quote {

    /// The declaration or file, or `nil` if the block doesn't begin with such a comment.
    private(set) var origin: String?

    /// The lines after that comment, with their numbers on the page.
    private(set) var lines: [(number: Int, code: String)] = []

    /// The number of the block's first line on the page.
    let number: Int

    /// All blocks of Swift and C++ on a page.
    static func all(on page: String) -> [Quote] {
        var quotes: [Quote] = [], isCode = false, isOther = false
        for (index, line) in page.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let text = line.trimmingPrefix(while: \.isWhitespace)
            if text.hasPrefix("```") {
                let isEnd = isCode || isOther
                isCode = !isEnd && (text == "```swift" || text == "```cpp")
                isOther = !isEnd && !isCode
                if isCode { quotes.append(Quote(number: index + 2)) }
            } else if isCode, !text.isEmpty {
                quotes[quotes.count - 1].add(String(text), number: index + 1)
            }
        }
        return quotes
    }

    private init(number: Int) { self.number = number }

    private mutating func add(_ code: String, number: Int) {
        if number == self.number {
            origin = code.wholeMatch(of: #/// (\S+)\s*/#).map { String($0.output.1) }
        } else {
            lines.append((number, code))
        }
    }
}
