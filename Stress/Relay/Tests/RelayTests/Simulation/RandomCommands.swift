import RelayRig

/// Makes random commands for a server.
///
/// Most are valid. There are few keys and ids, so commands often use the same ones.
struct RandomCommands {

    private var random: Seeded

    /// The next commands. `nil` permits any command.
    private var plan: [(session: Int, words: [String]?)] = []

    /// The number of the session that gets pushes.
    static let signal = 3

    /// The id that the server has given to that session.
    var signalID = 0

    init(seed: Int) { random = Seeded(UInt64(seed)) }

    static let keys = ["a", "b", "c", "d"]

    /// The time of the first ids. It's far in the future, so that `*` doesn't depend on the clock.
    static let milliseconds = 9_000_000_000_000

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[random.number(0...elements.count - 1)] }

    mutating func oneIn(_ count: Int) -> Bool { random.oneIn(count) }

    mutating func number(_ range: ClosedRange<Int>) -> Int { random.number(range) }

    /// The next command, and the number of its session.
    ///
    /// - Parameter mayChoose: Returns `true` if the server may choose the id of a key's next entry.
    mutating func next(mayChoose: (_ session: Int, _ key: String) -> Bool) -> (session: Int, words: [String]) {
        if oneIn(20) { return (Self.signal, signaling()) }
        if plan.isEmpty { plan = oneIn(12) ? watching() : [(number(0...2), nil)] }
        let (session, planned) = plan.removeFirst()
        if let planned { return (session, planned) }
        var words = sensible(Self.keys.filter { mayChoose(session, $0) })
        if oneIn(40), words.count > 1 { words.removeLast() }
        if oneIn(60) { words.append(pick(["x", "1", "COUNT", "-1"])) }
        if oneIn(20) { words[0] = words[0].lowercased() }
        return (session, words)
    }

    /// A transaction that depends on whether one command changes keys.
    private mutating func watching() -> [(session: Int, words: [String]?)] {
        let session = number(0...2)
        return [
            (session, ["DISCARD"]), (session, ["WATCH", pick(Self.keys), pick(Self.keys)]), (number(0...2), nil),
            (session, ["MULTI"]), (session, ["EXEC"]),
        ]
    }

    /// A command for the session that gets pushes, which changes no keys.
    private mutating func signaling() -> [String] {
        pick([
            ["SUBSCRIBE", "__redis__:invalidate"], ["SUBSCRIBE", "x"], ["PING", "text"],
            ["PING", "x", "y"], ["GET", "a"], ["EXEC"], ["CLIENT", "ID"], ["XREAD"], ["NOTHING"],
        ])
    }

    private mutating func tracking() -> [String] {
        if oneIn(4) { return ["CLIENT"] + pick([["ID"], ["x"], ["TRACKING", "OFF"], ["TRACKING", "ON"]]) }
        let id = oneIn(12) ? pick(["0", "-1", "9999999999", "x", "01"]) : "\(signalID)"
        return ["CLIENT", "TRACKING", oneIn(12) ? pick(["on", "off", "x"]) : "ON", "REDIRECT", id]
            + (oneIn(20) ? ["REDIRECT", id] : [])
    }

    private mutating func sensible(_ choosing: [String]) -> [String] {
        let key = pick(Self.keys)
        switch number(0...46) {
        case 0...2: return ["MULTI"]
        case 3...5: return ["EXEC"]
        case 6: return ["DISCARD"]
        case 7...8: return ["WATCH", key] + (oneIn(3) ? [pick(Self.keys)] : [])
        case 9: return ["UNWATCH"]
        case 10: return set(key)
        case 11: return ["GET", key]
        case 12: return ["DEL", key] + (oneIn(3) ? [pick(Self.keys)] : [])
        case 13: return oneIn(2) ? ["INCR", key] : ["INCRBY", key, integer()]
        case 14: return ["EXPIRE", key, span()]
        case 15: return ["HSET", key, "f", integer()] + (oneIn(2) ? ["g", "x"] : [])
        case 16: return ["HGET", key, pick(["f", "g", "h"])]
        case 17: return ["HINCRBY", key, pick(["f", "g", "h"]), integer()]
        case 18...26: return add(key, choosing)
        case 27: return ["XLEN", key]
        case 28: return ["XDEL", key, id()] + (oneIn(2) ? [id()] : [])
        case 29: return ["XTRIM", key] + trimming()
        case 30...31: return ["XRANGE", key, bound(), bound()] + count()
        case 32...33: return ["XREVRANGE", key, bound(), bound()] + count()
        case 34...37: return read(key)
        case 38: return ["RENAME", key, pick(Self.keys)]
        case 39...40: return ["TYPE", key]
        case 41: return pick([["PING"], ["PING", "text"], ["NOTHING", "a", "b"]])
        case 42...45: return tracking()
        default: return oneIn(3) ? ["FLUSHALL"] : ["XLEN", key]
        }
    }

    private mutating func set(_ key: String) -> [String] {
        ["SET", key, integer()] + (oneIn(3) ? ["NX"] : [])
            + (oneIn(3) ? [pick(["EX", "PX"]), span()] : [])
    }

    private mutating func add(_ key: String, _ choosing: [String]) -> [String] {
        var words = ["XADD", key]
        if oneIn(10) { words.append("NOMKSTREAM") }
        if oneIn(3) { words += trimming() }
        words.append(choosing.contains(key) && oneIn(2) ? "*" : oneIn(10) ? "\(Self.milliseconds)-*" : id())
        return words + ["m", "\(number(0...999))"] + (oneIn(3) ? ["d", "\r\n\u{0}é"] : [])
    }

    private mutating func read(_ key: String) -> [String] {
        let keys = oneIn(3) ? [key, pick(Self.keys)] : [key]
        let ids = keys.map { _ in oneIn(8) ? "$" : id() }
        return ["XREAD"] + count() + (oneIn(20) ? ["BLOCK", pick(["1", "1", "-1", "x"])] : []) + ["STREAMS"] + keys
            + ids
    }

    private mutating func trimming() -> [String] {
        oneIn(2)
            ? ["MAXLEN"] + pick([["~"], ["="], []]) + [oneIn(10) ? integer() : "\(number(0...5))"]
            : ["MINID"] + pick([["~"], ["="], []]) + [id()]
    }

    private mutating func count() -> [String] {
        oneIn(2) ? ["COUNT", oneIn(8) ? integer() : "\(number(1...5))"] : []
    }

    private mutating func bound() -> String { oneIn(3) ? pick(["-", "+"]) : (oneIn(4) ? "(" : "") + id() }

    private mutating func id() -> String {
        if oneIn(20) {
            return pick([
                "0-0", "0-1", "-", "+", "x", "5-", "-5", "5-5-5", "18446744073709551615", "18446744073709551616-1",
                "0-*",
                "18446744073709551615-18446744073709551614", "18446744073709551615-18446744073709551615", "", "007-1",
            ])
        }
        let milliseconds = Self.milliseconds + number(0...4)
        return oneIn(6) ? "\(milliseconds)" : "\(milliseconds)-\(number(0...9))"
    }

    /// The lifetime of a value: until the end of the test, or none.
    private mutating func span() -> String {
        oneIn(3)
            ? pick(["0", "-1", "9223372036854775807", "-9223372036854775808", "9300000000000000", "01", "x"])
            : "1000000"
    }

    private mutating func integer() -> String {
        oneIn(4)
            ? pick(["9223372036854775807", "-9223372036854775808", "9223372036854775808", "-0", "01", "+1", "", "x"])
            : "\(number(-3...9))"
    }
}
