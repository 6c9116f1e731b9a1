import SwiftCode

/// Compares the quotes of a page with the library and the models, token by token.
struct QuoteCheck {

    private let page: String
    private let library: SwiftSources
    private let model: (String) -> SwiftSource?

    /// The complaints, each with the page, the line and the declaration.
    private(set) var complaints: [String] = []

    /// The library's tokens that are labels of an ordering, and the tokens that the page quotes.
    private let orderings: Set<SwiftSources.Place>
    private var quotedOrderings: Set<SwiftSources.Place> = []

    var orderingCount: Int { orderings.count }

    /// Checks a page, which must quote each ordering in the library once.
    init(page: String, text: String, library: SwiftSources, model: @escaping (String) -> SwiftSource?) {
        self.page = page
        self.library = library
        self.model = model
        orderings = Set(
            library.sources.enumerated().flatMap { number, source in
                source.orderings.map { SwiftSources.Place(source: number, tokens: $0..<$0 + 1) }
            })
        for quote in Quote.all(on: text) { check(quote) }
        complainAboutMissing()
    }

    private mutating func check(_ quote: Quote) {
        guard let origin = quote.origin else {
            complaints.append(
                "\(page):\(quote.number): a quote must begin with a comment that names its declaration, or its model")
            return
        }
        if origin.hasSuffix(".cpp") {
            guard let model = model(origin) else {
                complaints.append("\(page):\(quote.number): the model \(origin) doesn't exist")
                return
            }
            for (number, code) in quote.lines
            where model.occurrences(of: Token.all(of: code), in: model.tokens.indices).isEmpty {
                complaints.append("\(page):\(number): \(origin) doesn't contain: \(code)")
            }
        } else {
            for (number, code) in quote.lines { check(code, of: origin, "\(page):\(number)") }
        }
    }

    private mutating func check(_ code: String, of declaration: String, _ line: String) {
        let places: [SwiftSources.Place]
        do {
            places = try library.occurrences(of: code, in: declaration)
        } catch {
            complaints.append("\(line): \(error)")
            return
        }
        guard !places.isEmpty else {
            complaints.append("\(line): \(declaration) doesn't contain: \(code)")
            return
        }
        let found = places.map { orderings(in: $0) }
        guard !found[0].isEmpty else { return }
        // The code can occur several times. Then the page must quote it as often.
        if let next = found.first(where: { quotedOrderings.isDisjoint(with: $0) }) {
            quotedOrderings.formUnion(next)
        } else {
            complaints.append("\(line): the page quotes this more often than \(declaration) contains it: \(code)")
        }
    }

    private func orderings(in place: SwiftSources.Place) -> [SwiftSources.Place] {
        place.tokens.map { SwiftSources.Place(source: place.source, tokens: $0..<$0 + 1) }.filter(orderings.contains)
    }

    private mutating func complainAboutMissing() {
        let missing = orderings.subtracting(quotedOrderings).sorted {
            ($0.source, $0.tokens.lowerBound) < ($1.source, $1.tokens.lowerBound)
        }
        var last = ""
        for place in missing {
            let source = library.sources[place.source], line = library.line(of: place)
            if line == last { continue }
            last = line
            let declaration = source.declarations(around: place.tokens.lowerBound).last?.path
            let name = declaration.map { "\($0)" } ?? source.file
            complaints.append(
                "\(page): doesn't quote this ordering of \(name) (\(line)): \(source.line(around: place.tokens))")
        }
    }
}

extension SwiftSource {

    /// The labels of orderings, like `successOrdering`, except in code for the explorer's build.
    fileprivate var orderings: [Int] {
        var isExplored: [Bool] = []
        return tokens.indices.dropLast().filter { index in
            switch tokens[index].text {
            case "#if":
                let hasOtherCondition = index + 2 < tokens.count && !tokens[index + 2].isFirstOnLine
                isExplored.append(tokens[index + 1].text == "EXPLORE" && !hasOtherCondition)
            case "#else", "#elseif": isExplored[isExplored.count - 1] = false
            case "#endif": isExplored.removeLast()
            default: break
            }
            return tokens[index].text.hasSuffix("rdering") && tokens[index + 1].text == ":"
                && !isExplored.contains(true)
        }
    }

    /// The line around tokens, without the whitespace around it.
    fileprivate func line(around range: Range<Int>) -> String {
        let position = tokens[range.lowerBound].range.lowerBound
        let start = text[..<position].lastIndex(of: .newline).map { $0 + 1 } ?? 0
        let end = text[position...].firstIndex(of: .newline) ?? text.count
        return text(start..<end).trimmingPrefix { $0 == " " }.description
    }
}
