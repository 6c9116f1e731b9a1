@testable import Relay

/// The options of `XADD` and `XTRIM`.
struct StreamOptions {

    enum NewID: Equatable {

        /// `*`
        case next

        /// `5-*`
        case nextOf(milliseconds: UInt64)

        case explicit(RelayID)
    }

    private(set) var trimming: Trimming?
    private(set) var createsStream = true

    /// `nil` without an id, as for `XTRIM`.
    private(set) var id: NewID?

    /// The index of the first word after the options and the id.
    private(set) var end = 2

    /// - Parameter comparesIDs: `false` for servers that don't know `MINID`.
    init(_ words: [[UInt8]], hasID: Bool, comparesIDs: Bool) throws(ServerError) {
        while end < words.count, id == nil {
            let word = words[end], isLast = end == words.count - 1
            if !isLast, word.isWord("MAXLEN") || comparesIDs && word.isWord("MINID") {
                if trimming != nil {
                    throw ServerError("ERR syntax error, MAXLEN and MINID options at the same time are not compatible")
                }
                trimming = try Trimming(words, &end, isCount: word.isWord("MAXLEN"))
            } else if !hasID {
                throw .syntax
            } else if word.isWord("NOMKSTREAM") {
                createsStream = false
            } else {
                id = try NewID(word)
            }
            end += 1
        }
        if !hasID, trimming == nil {
            throw ServerError("ERR syntax error, XTRIM must be called with a trimming strategy")
        }
    }
}

extension StreamOptions.NewID {

    fileprivate init(_ word: [UInt8]) throws(ServerError) {
        let star = UInt8(ascii: "*")
        if word == [star] {
            self = .next
        } else if word.last == star, word.dropLast().last == UInt8(ascii: "-") {
            guard let milliseconds = UInt64(digits: word.dropLast(2)) else { throw .invalidID }
            self = .nextOf(milliseconds: milliseconds)
        } else {
            self = .explicit(try RelayID(word: word))
        }
    }
}
