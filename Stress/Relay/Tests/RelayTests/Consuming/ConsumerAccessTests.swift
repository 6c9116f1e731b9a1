import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Testing

@testable import Relay

@Suite struct ConsumerAccessTests {

    @Test func `a server that can't claim messages is named, and loses nothing`() async throws {
        let server = try RedisServer(options: ["--rename-command", "XAUTOCLAIM", ""]), relay = server.relay()
        let problems = relay.problems.recorded(), client = try server.client()
        let consumer = relay.consume("sky", inGroup: "g", from: .start) { (_: Int) in }
        guard case .disconnected(.group("sky", "g"), let reason) = await problems.next(within: .hangLimit) else {
            throw RigError("It's not disconnected.")
        }
        #expect(reason.hasSuffix("(to consume, the server must be Redis 6.2 or later, or Valkey)"))
        #expect(try client.ask("EXISTS", "sky").number == 0)
        await relay.close(within: .zero)
        problems.ignoreRest()
        withExtendedLifetime(consumer) {}
    }

    @Test(arguments: [
        "xgroup", "xreadgroup", "xautoclaim", "xpending", "xinfo", "xlen", "set", "watch", "multi", "incrby", "exec",
    ])
    func `a permission that's missing is named, and nothing is lost`(_ command: String) async throws {
        let server = try RedisServer(), client = try server.client(), tally = Tally()
        try client.ask("ACL", "SETUSER", "ann", "on", ">secret", "~*", "+@all", "-\(command)")
        await server.relay().publish([1], to: "sky")
        let relay = server.relay { ($0.user, $0.password) = ("ann", "secret") }, problems = relay.problems.recorded()
        let consumer = relay.consume("sky", inGroup: "g", from: .start) { (number: Int) in tally.add(number) }
        let problem = await problems.next {
            if case .disconnected(.group("sky", "g"), let reason) = $0 {
                reason.contains("NOPERM") && reason.contains(command.uppercased())
            } else {
                false
            }
        }
        #expect(problem != nil && tally.count == 0)
        try client.ask("ACL", "SETUSER", "ann", "+\(command)")
        await until("it's handled") { tally.count == 1 }
        #expect(tally.exceptions().isEmpty)
        problems.ignoreRest()
        withExtendedLifetime(consumer) {}
    }

    @Test func `the permissions of the guide suffice, in a cluster, too`() async throws {
        let server = try RedisServer(), client = try server.client(), tally = Tally()
        let words = """
            ACL SETUSER packer on >secret ~{orders}* ~orders ~relay:* +xgroup +xreadgroup +xack +xautoclaim +xclaim +xpending \
            +xinfo +xlen +xadd +set +incrby +watch +multi +exec
            """
        try client.ask(words.split(separator: " ").map { Array($0.utf8) })
        let relay = server.relay { ($0.user, $0.password) = ("packer", "secret") }, problems = relay.problems.recorded()
        let consumer = relay.consume("orders", inGroup: "g", from: .start, attempts: 2, retryAfter: .milliseconds(1)) {
            (number: Int) in
            tally.add(number)
            if number == 1 { throw Rejection() }
        }
        await server.relay().publish([1, 2], to: "orders")
        await until("all is settled") { consumer.inspect().deadLetters == 1 && consumer.inspect().handled == 1 }
        guard case .deadLetter = await problems.next(within: .hangLimit) else { throw RigError("It's no dead letter.") }
        #expect(await consumer.stop(within: .hangLimit) == 0)
        #expect(try client.consumers("orders", "g") == ["returned"])
        problems.expectNothingMore()
    }

    @Test func `a dead letter that the user may not add keeps its message pending`() async throws {
        let server = try RedisServer(), client = try server.client()
        try client.ask("ACL", "SETUSER", "ann", "on", ">secret", "~*", "+@all", "-xadd")
        let relay = server.relay { ($0.user, $0.password) = ("ann", "secret") }, problems = relay.problems.recorded()
        let consumer = relay.consume("sky", inGroup: "g", from: .start, attempts: 1, lease: .milliseconds(200)) {
            (_: Int) in throw Rejection()
        }
        await server.relay().publish([1], to: "sky")
        guard case .blocked(let reason) = await problems.next(within: .hangLimit) else { throw RigError("not blocked") }
        #expect(reason.hasPrefix("NOPERM") && reason.contains("XADD"))
        #expect(try client.pendingCount("sky", "g") == 1)
        try client.ask("ACL", "SETUSER", "ann", "+xadd")
        await until("it's dead") { consumer.inspect().deadLetters == 1 }
        #expect(try client.entries("{sky}:dead").count == 1 && consumer.inspect().rejected == 1)
        problems.ignoreRest()
    }
}
