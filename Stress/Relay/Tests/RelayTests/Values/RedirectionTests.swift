import Testing

@testable import Relay

@Suite struct RedirectionTests {

    @Test(arguments: [
        ("MOVED 3999 127.0.0.1:6381", "127.0.0.1", 6381), ("MOVED 0 redis-1.internal:1", "redis-1.internal", 1),
        ("MOVED 1 ::1:7000", "::1", 7000), ("MOVED 1 fe80::a:b:65535", "fe80::a:b", 65_535),
        ("MOVED 1 :6381", nil, 6381),
    ])
    func `the host stands in front of the last colon, and may be that of the node which answers`(
        _ error: String, _ host: String?, _ port: Int
    ) {
        let redirection = Redirection(error)
        #expect(redirection?.host == host)
        #expect(redirection?.port == port)
    }

    @Test(arguments: [
        "", "MOVED", "MOVED 1", "MOVED 1 a", "MOVED 1 a:", "MOVED 1 a:0", "MOVED 1 a:65536", "MOVED 1 a:-1",
        "MOVED 1 a:b",
        "MOVED 1 ?:1", "ASK 1 a:1", "MOVEDTO 1 a:1", "a: MOVED 1 a:1", "MOVED 1 a:1 b:2", "READONLY You can't write",
    ])
    func `nothing else names a node`(_ error: String) { #expect(Redirection(error) == nil) }

    // MARK: - Nodes

    private typealias Node = RelayServer.Endpoint
    private let one = Node(host: "a", port: 1), two = Node(host: "b", port: 2), three = Node(host: "c", port: 3)

    @Test func `a node that was named is tried alone, and the others if it can't be reached`() {
        var list = NodeList([one, two])
        #expect(list.candidates == [one, two])
        list.follow(Redirection("MOVED 1 c:3")!)
        #expect(list.candidates == [three])
        list.fail(three)
        #expect(list.candidates == [one, two, three])
    }

    @Test func `a node that was reached comes first, and gives its host to one that has none`() {
        var list = NodeList([one, two])
        list.reach(two)
        #expect(list.candidates == [two, one])
        list.follow(Redirection("MOVED 1 :7")!)
        #expect(list.candidates == [Node(host: "b", port: 7)])
    }

    @Test func `seeds stay, and of others only the latest ones do`() {
        var list = NodeList([one, two])
        for port in 10...20 { list.follow(Redirection("MOVED 1 x:\(port)")!) }
        list.reach(list.nodes[0])
        #expect(list.candidates == [20, 19, 18].map { Node(host: "x", port: $0) } + [one, two])
    }

    // MARK: - Tags

    @Test(arguments: [
        ("sky", "sky"), ("{a}sky", "a"), ("s{a}{b}", "a"), ("{}sky", "{}sky"), ("{sky", "{sky"), ("a}b{c}", "c"),
        ("{{a}}", "{a"), ("{\u{301}a}b", "\u{301}a"), ("{a}\u{301}{b}", "a"), ("{}\u{301}a", "{}\u{301}a"),
    ])
    func `the tag is what a cluster looks at`(_ stream: String, _ tag: Substring) {
        #expect(Array(stream.hashTag.utf8) == Array(tag.utf8))
    }

    @Test(arguments: [
        "sky", "{a}sky", "s{a}{b}", "{}sky", "{sky", "a}b", "a}b{", "{}", "é{ü}", "}",
        "{\u{301}a}b", "{a}\u{301}{b}", "{}\u{301}a", "a}\u{301}b", "}\u{301}", "e\u{301}", "\u{E9}",
    ])
    func `a slot is the server's, and a fence has the slot of its streams`(_ stream: String) throws {
        let client = try SharedServer.clusterClient()
        let fence = Fence(of: RelayPublisher(number: 1), tag: stream.hashTag)
        for key in [stream, fence.key] {
            #expect(try client.ask("CLUSTER", "KEYSLOT", key).number == Int(stream.hashTag.slot))
        }
        #expect(fence.key.hashTag.slot == stream.hashTag.slot)
    }

    @Test func `different tags have different fences`() {
        let tag: Substring = "a}b", number = tag.braced.dropFirst().prefix { $0 != "}" }
        #expect(tag.braced.hasPrefix("{\(number)}"))
        #expect(Substring(number).braced != tag.braced)
    }

    @Test func `after some servers in a row have named others, there's a pause until a success`() {
        var attempts = Attempts(.milliseconds(1)...Duration.milliseconds(2))
        for _ in 0..<3 {
            let follows = (0..<8).map { _ in attempts.mayFollow() }
            #expect(follows == [true, true, true, true, true, false, false, false])
            attempts.succeed()
        }
    }
}
