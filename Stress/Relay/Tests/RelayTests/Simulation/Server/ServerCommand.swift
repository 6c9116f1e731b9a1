/// A command that a simulated server knows.
enum ServerCommand: String, CaseIterable {
    case ping, auth, subscribe
    case clientID = "client|id"
    case clientTracking = "client|tracking"
    case multi, exec, discard, watch, unwatch
    case set, get, del, incrby, incr, expire, rename, type, flushall
    case hset, hget, hincrby
    case xadd, xlen, xdel, xtrim, xrange, xrevrange, xread

    private static let byName = Dictionary(
        uniqueKeysWithValues: allCases.map { (Array($0.rawValue.uppercased().utf8), $0) })

    init?(_ words: [[UInt8]]) {
        let word =
            words[0].isWord("CLIENT") && words.count > 1 ? words[0] + [UInt8(ascii: "|")] + words[1] : words[0]
        let isSmall = { (byte: UInt8) in byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") }
        guard let command = Self.byName[word] ?? Self.byName[word.map { isSmall($0) ? $0 - 32 : $0 }] else {
            return nil
        }
        self = command
    }

    /// The number of words with the name. If it's negative, it's a minimum.
    var arity: Int {
        switch self {
        case .multi, .exec, .discard, .unwatch: 1
        case .get, .incr, .type, .xlen, .clientID: 2
        case .incrby, .rename, .hget: 3
        case .hincrby: 4
        case .ping, .flushall: -1
        case .auth, .watch, .del, .subscribe: -2
        case .set, .expire, .xdel, .clientTracking: -3
        case .hset, .xtrim, .xrange, .xrevrange, .xread: -4
        case .xadd: -5
        }
    }

    func allows(wordCount: Int) -> Bool { arity < 0 ? wordCount >= -arity : wordCount == arity }

    var writes: Bool {
        switch self {
        case .set, .del, .incrby, .incr, .expire, .rename, .flushall, .hset, .hincrby, .xadd, .xdel, .xtrim: true
        default: false
        }
    }

    /// `true` if a server remembers its keys for a session that tracks them.
    var reads: Bool {
        switch self {
        case .get, .type, .hget, .xlen, .xrange, .xrevrange, .xread: true
        default: false
        }
    }

    /// `true` if it's refused when the memory is full.
    var needsMemory: Bool {
        switch self {
        case .set, .incrby, .incr, .hset, .hincrby, .xadd: true
        default: false
        }
    }

    /// `true` if it's possible while the server loads its data.
    var worksWhileLoading: Bool {
        switch self {
        case .auth, .subscribe, .clientID, .clientTracking, .multi, .exec, .discard, .watch, .unwatch: true
        default: false
        }
    }

    /// The keys among the words.
    func keys(_ words: [[UInt8]]) -> ArraySlice<[UInt8]> {
        switch self {
        case .ping, .auth, .subscribe, .clientID, .clientTracking, .multi, .exec, .discard, .unwatch, .flushall: []
        case .watch, .del: words[1...]
        case .rename: words[1...2]
        case .xread:
            // The second half of the following words are ids.
            words.firstIndex { $0.isWord("STREAMS") }.map { words[($0 + 1)...].prefix((words.count - $0 - 1) / 2) }
                ?? []
        default: words[1...1]
        }
    }

    /// The keys that a server remembers. There are fewer if it doesn't understand the words.
    func trackedKeys(_ words: [[UInt8]]) -> ArraySlice<[UInt8]> {
        if self == .xread {
            var index = 1
            while index < words.count, words[index].isWord("COUNT") || words[index].isWord("BLOCK") { index += 2 }
            guard index < words.count, words[index].isWord("STREAMS"), (words.count - index) % 2 == 1 else {
                return []
            }
        }
        return keys(words)
    }
}
