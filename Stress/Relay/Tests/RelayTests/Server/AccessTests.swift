import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Testing

@testable import Relay

@Suite struct AccessTests {

    @Test func `a password opens the server, and a wrong one or none doesn't`() async throws {
        let server = try RedisServer(options: ["--requirepass", "secret"])
        for (password, expected) in [("wrong", "WRONGPASS"), (nil, "NOAUTH")] as [(String?, String)] {
            let relay = server.relay { $0.password = password }, problems = relay.problems.recorded()
            let sky = Messenger<Int>()
            relay.publish(sky, to: "sky")
            sky.send(1)
            let loss = await problems.next(within: .hangLimit)
            guard case .disconnected(.publishing, let reason) = loss else {
                Issue.record("It's not disconnected, but \(String(describing: loss))")
                continue
            }
            #expect(reason.hasPrefix(expected))
            #expect(!reason.contains("secret") && !reason.contains("wrong"))
            #expect(await relay.tellsInTheEnd(["sky": 1]))
            problems.expectNothingMore()
        }
        let relay = server.relay { $0.password = "secret" }, sky = Messenger<Int>()
        let remote: RemoteMessages<Int> = relay.subscribe("sky", from: .start), received = remote.recorded()
        relay.publish(sky, to: "sky")
        sky.send(2)
        await received.expectNext([2])
    }

    @Test func `a server that doesn't know how to log in isn't quoted with user and password`() async throws {
        let server = try RedisServer(options: ["--rename-command", "AUTH", ""])
        for user in ["ann", nil] {
            let relay = server.relay { ($0.user, $0.password) = (user, "secret") }, problems = relay.problems.recorded()
            let sky = Messenger<Int>(), remote: RemoteMessages<Int> = relay.subscribe("sky"),
                numbers = remote.recorded()
            relay.publish(sky, to: "sky")
            sky.send(1)
            for _ in 0..<2 {
                let loss = await problems.next(within: .hangLimit)
                guard case .disconnected(_, let reason) = loss else {
                    Issue.record("It's not disconnected, but \(String(describing: loss))")
                    continue
                }
                #expect(reason == "ERR unknown command 'AUTH'")
            }
            await relay.close(within: .zero)
            numbers.ignoreRest()
            problems.ignoreRest()
        }
    }

    @Test func `a server that doesn't know a command isn't quoted with messages`() async throws {
        let server = try RedisServer(options: ["--rename-command", "XADD", ""]), relay = server.relay()
        let problems = relay.problems.recorded(), sky = Messenger<[UInt8]>()
        relay.publish(sky, to: "sky", keeping: .all, as: BytesCoding())
        sky.send(Array("secret".utf8))
        await problems.expectNext([.refused(stream: "sky", count: 1, reason: "ERR unknown command 'XADD'")])
        await relay.close(within: .hangLimit)
        problems.ignoreRest()
    }

    private static let hidden = "hidden, because it contains the user or the password"

    @Test(arguments: [
        "WRONGPASS invalid username-password pair or user is disabled.": nil,
        "ERR wrong number of arguments for 'auth' command": nil, "": nil, "ERR can't log in 'ann'": "ERR: \(hidden)",
        "ERR can't log in with secret": "ERR: \(hidden)", "secret": hidden,
    ])
    func `what a server says to a log-in is only quoted if it has neither user nor password`(
        _ text: String, _ quoted: String?
    ) {
        var server = RelayServer()
        (server.user, server.password) = ("ann", "secret")
        #expect(server.quotable(text) == quoted ?? text)
        (server.user, server.password) = (nil, "")
        #expect(server.quotable(text) == text)
    }

    @Test func `a user without the right to a stream doesn't disturb the other streams`() async throws {
        let server = try RedisServer(), client = try server.client()
        try client.ask("ACL", "SETUSER", "ann", "on", ">secret", "~sea", "~relay:*", "+@all")
        let relay = server.relay { ($0.user, $0.password) = ("ann", "secret") }, problems = relay.problems.recorded()
        let sky = Messenger<Int>(), sea = Messenger<Int>()
        relay.publish(sky, to: "sky")
        relay.publish(sea, to: "sea")
        for number in 1...100 { (number % 2 == 0 ? sky : sea).send(number) }
        #expect(await relay.close(within: .hangLimit).isEmpty)
        #expect(try client.ask("XLEN", "sky").number == 0)
        var refused = 0
        for problem in problems.takeAll() {
            guard case .refused("sky", let count, let reason) = problem, reason.hasPrefix("NOPERM") else {
                Issue.record("\(problem)")
                continue
            }
            refused += count
        }
        #expect(refused == 50)
        let all = server.relay(), remote: RemoteMessages<Int> = all.subscribe("sea", from: .start)
        let received = remote.recorded()
        await received.expectNext((0..<50).map { 2 * $0 + 1 })
    }

    @Test func `a stream that is forbidden later doesn't disturb the others behind a reconnection`() async throws {
        let server = try RedisServer(), client = try server.client()
        try client.ask("ACL", "SETUSER", "ann", "on", ">secret", "~sky", "~sea", "~relay:*", "+@all")
        let relay = server.relay { ($0.user, $0.password) = ("ann", "secret") }, problems = relay.problems.recorded()
        let all = server.relay(), remote: RemoteMessages<Int> = all.subscribe("sea", from: .start)
        let received = remote.recorded(), sky = Messenger<Int>(), sea = Messenger<Int>()
        relay.publish(sky, to: "sky")
        relay.publish(sea, to: "sea")
        sky.send(1)
        sea.send(1)
        await received.expectNext([1])
        try await until("the first message is confirmed") { try client.ask("XLEN", "sky").number == 1 }
        try client.ask("ACL", "SETUSER", "ann", "resetkeys", "~sea", "~relay:*")
        try client.ask("CLIENT", "KILL", "USER", "ann")
        await problems.nextLoss(of: .publishing)
        sea.send(2)
        await received.expectNext([2])
        problems.ignoreRest()
    }

    @Test func `a user without the right to keys of relays is told what's needed, and loses nothing`() async throws {
        let server = try RedisServer(), client = try server.client()
        try client.ask("ACL", "SETUSER", "ann", "on", ">secret", "~sky", "+@all")
        let relay = server.relay { ($0.user, $0.password) = ("ann", "secret") }, problems = relay.problems.recorded()
        let sky = Messenger<Int>()
        relay.publish(sky, to: "sky")
        sky.send(1)
        guard case .disconnected(.publishing, let reason) = await problems.next(within: .hangLimit) else {
            throw RigError("It's not disconnected.")
        }
        #expect(reason.hasPrefix("NOPERM") && reason.contains("relay:*"))
        #expect(try client.ask("XLEN", "sky").number == 0)
        try client.ask("ACL", "SETUSER", "ann", "~relay:*")
        #expect(await relay.close(within: .hangLimit).isEmpty)
        #expect(try client.ask("XLEN", "sky").number == 2)
        await problems.expectNext([.reconnected(.publishing)])
    }

    @Test(arguments: ["multi", "exec", "watch", "set", "incrby"])
    func `a user without transactions adds nothing, until that's changed`(_ command: String) async throws {
        let server = try RedisServer(), client = try server.client()
        try client.ask("ACL", "SETUSER", "ann", "on", ">secret", "~*", "+@all", "-\(command)")
        let relay = server.relay { ($0.user, $0.password) = ("ann", "secret") }, problems = relay.problems.recorded()
        let sky = Messenger<Int>()
        relay.publish(sky, to: "sky")
        for number in 1...10 { sky.send(number) }
        await problems.nextLoss(of: .publishing)
        #expect(try client.ask("XLEN", "sky").number == 0)
        try client.ask("ACL", "SETUSER", "ann", "+\(command)")
        #expect(await relay.close(within: .hangLimit).isEmpty)
        #expect(try client.ask("XLEN", "sky").number == 11)
        await problems.expectNext([.reconnected(.publishing)])
    }

    @Test func `a user who may not read is told so`() async throws {
        let server = try RedisServer(), client = try server.client()
        try client.ask("ACL", "SETUSER", "ann", "on", ">secret", "~*", "+@all", "-xread")
        let relay = server.relay { ($0.user, $0.password) = ("ann", "secret") }, problems = relay.problems.recorded()
        let remote: RemoteMessages<Int> = relay.subscribe("sky", from: .start), received = remote.recorded()
        await problems.nextLoss(of: .subscription(stream: "sky"))
        try await until("it was tried several times") { try client.rejectedCount(of: "NOPERM") >= 5 }
        try client.ask("ACL", "SETUSER", "ann", "+xread")
        try client.ask("XADD", "sky", "*", "m", "1 00000000000000ab 1 json/Int/1", "d", "7")
        await received.expectNext([7])
        await problems.expectNext([.reconnected(.subscription(stream: "sky"))])
        problems.expectNothingMore()
    }

    @Test func `encryption without its trait, or a server without it, doesn't go on in plain`() async throws {
        let relay = SharedServer.server.relay { $0.tls = RelayTLS() }, problems = relay.problems.recorded()
        let sky = Messenger<Int>(), stream = SharedServer.stream()
        relay.publish(sky, to: stream)
        sky.send(1)
        await problems.nextLoss(of: .publishing)
        #expect(try SharedServer.client().ask("EXISTS", stream).number == 0)
        #expect(await relay.tellsInTheEnd([stream: 1]))
        problems.ignoreRest()
    }
}
