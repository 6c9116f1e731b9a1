import Foundation
import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Testing

@testable import Relay

@Suite struct DeadLetterTests {

    @Test func `a message that is rejected each time becomes a dead letter, and others aren't disturbed`() async throws
    {
        let stream = SharedServer.stream(), relay = SharedServer.relay(), tally = Tally(),
            client = try SharedServer.client()
        let problems = relay.problems.recorded()
        let consumer = relay.consume(
            stream, inGroup: "g", from: .start, atOnce: 3, attempts: 3, lease: .seconds(60),
            retryAfter: .milliseconds(1)
        ) { (number: Int) in
            tally.add(number)
            if number % 10 == 3 { throw Rejection() }
        }
        await SharedServer.relay().publish(0..<100, to: stream)
        await until("all is settled") { consumer.inspect().deadLetters == 10 && consumer.inspect().handled == 90 }
        for number in 0..<100 { #expect(tally.calls(with: number) == (number % 10 == 3 ? 3 : 1)) }
        let state = consumer.inspect()
        #expect(state.rejected == 30 && state.running == 0 && state.deleted == 0)
        try await until("nothing is pending") { try client.pendingCount(stream, "g") == 0 }
        let dead = try client.entries("{\(stream)}:dead"), originals = try client.entries(stream)
        #expect(dead.count == 10)
        for entry in dead {
            let original = try #require(originals.first { $0.id == entry.fields["id"] })
            #expect(entry.fields["d"] == original.fields["d"] && entry.fields["envelope"] == original.fields["m"])
            #expect(entry.fields["stream"] == stream && entry.fields["group"] == "g")
            #expect(entry.fields["attempts"] == "3" && entry.fields["reason"] == "Rejection()")
        }
        let told = problems.takeAll()
        #expect(told.count == 10)
        for problem in told {
            guard case .deadLetter(stream, "g", _, 3, "Rejection()") = problem else {
                Issue.record("\(problem)")
                continue
            }
        }
    }

    @Test func `dead letters can be subscribed to, and consumed`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay()
        let consumer = relay.consume(stream, inGroup: "g", from: .start, attempts: 1) { (_: Int) in throw Rejection() }
        await SharedServer.relay().publish(0..<20, to: stream)
        await until("all are dead") { consumer.inspect().deadLetters == 20 }
        let reading = SharedServer.relay(), problems = reading.problems.recorded(), tally = Tally()
        let remote: RemoteMessages<Int> = reading.subscribe("{\(stream)}:dead", from: .start),
            received = remote.recorded()
        await received.expectNext(0..<20)
        let second = reading.consume("{\(stream)}:dead", inGroup: "fixers", from: .start) { (number: Int) in
            tally.add(number)
        }
        await until("they're handled") { tally.count == 20 }
        #expect(tally.numbers == Array(0..<20))
        problems.expectNothingMore()
        withExtendedLifetime(second) {}
    }

    @Test func `what can't be decoded becomes a dead letter at once`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay(), tally = Tally(),
            client = try SharedServer.client()
        let problems = relay.problems.recorded(), head = "1 00000000000000ab"
        let words: [(words: [String], reason: String)] = [
            (["name", "value"], "it isn't a relay message"),
            (["m", "\(head) one json/Int/1", "d", "5"], "its envelope is damaged"),
            (["m", "\(head) 1 json/Int/2", "d", "5"], "its format is 'json/Int/2', not 'json/Int/1'"),
        ]
        for (words, _) in words { try client.ask((["XADD", stream, "*"] + words).map { Array($0.utf8) }) }
        try client.ask("XADD", stream, "*", "p", "\(head) 3 -")
        try client.ask("XADD", stream, "*", "m", "\(head) 2 json/Int/1", "d", "7")
        let consumer = relay.consume(stream, inGroup: "g", from: .start, atOnce: 9) { (number: Int) in tally.add(number)
        }
        await until("all is settled") { consumer.inspect().deadLetters == 3 && consumer.inspect().handled == 1 }
        try await until("nothing is pending") { try client.pendingCount(stream, "g") == 0 }
        #expect(tally.numbers == [7])
        let dead = try client.entries("{\(stream)}:dead"), ids = try client.entries(stream).map(\.id)
        #expect(dead.map { $0.fields["reason"] } == words.map(\.reason))
        #expect(dead[0].fields["name"] == "value" && dead[1].fields["m"] == "\(head) one json/Int/1")
        #expect(dead.map { $0.fields["id"] } == Array(ids.prefix(3)))
        for (index, problem) in problems.takeAll().enumerated() {
            #expect(
                problem
                    == .deadLetter(
                        stream: stream, group: "g", id: try #require(RelayID(ids[index])), attempts: 1,
                        reason: words[index].reason))
        }
    }

    @Test func `a message is never acknowledged while its dead letter can't be added`() async throws {
        let server = try RedisServer(), client = try server.client(), relay = server.relay()
        let problems = relay.problems.recorded(), tally = Tally()
        let consumer = relay.consume(
            "sky", inGroup: "g", from: .start, attempts: 1, lease: .milliseconds(500), deadLetters: "dead"
        ) { (number: Int) in
            tally.add(number)
            if number == 1 { throw Rejection() }
        }
        try await consumer.begun.value
        try client.ask("SET", "dead", "x")
        await relay.publish([1, 2], to: "sky")
        guard case .blocked(let reason) = await problems.next(within: .hangLimit) else { throw RigError("not blocked") }
        #expect(reason.hasPrefix("WRONGTYPE"))
        await until("the other one is handled") { tally.calls(with: 2) == 1 }
        try await until("only the first one is pending") { try client.pendingCount("sky", "g") == 1 }
        try client.ask("DEL", "dead")
        await until("it's dead") { consumer.inspect().deadLetters == 1 }
        #expect(try client.entries("dead").map { $0.fields["reason"] } == ["Rejection()"])
        await problems.next { problem in
            if case .deadLetter("sky", "g", _, 1, "Rejection()") = problem { true } else { false }
        }
        try await until("nothing is pending") { try client.pendingCount("sky", "g") == 0 }
        #expect(tally.calls(with: 1) == 1)
        problems.ignoreRest()
    }

    @Test func `a message that ends each process becomes a dead letter`() async throws {
        let server = try RedisServer(), relay = server.relay()
        await relay.publish([1], to: "sky")
        for _ in 0..<2 {
            await #expect(processExitsWith: .signal(SIGKILL)) { [port = server.port as Int] in
                let relay = Relay(to: RelayServer(port: port))
                let consumer = relay.consume(
                    "sky", inGroup: "g", from: .start, attempts: 2, lease: .milliseconds(300)
                ) { (_: Int) in
                    _ = kill(getpid(), SIGKILL)
                }
                try? await Task.sleep(for: .hangLimit)
                withExtendedLifetime(consumer) {}
            }
        }
        let problems = relay.problems.recorded(), tally = Tally()
        let consumer = relay.consume(
            "sky", inGroup: "g", from: .start, attempts: 2, lease: .milliseconds(300)
        ) { (number: Int) in tally.add(number) }
        guard case .deadLetter("sky", "g", _, 2, let reason) = await problems.next(within: .hangLimit) else {
            throw RigError("It's no dead letter.")
        }
        #expect(reason.hasSuffix("or their processes ended") && tally.count == 0)
        #expect(consumer.inspect().deadLetters == 1)
    }
}
