import Foundation
import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Testing

@testable import Relay

/// Several subscriptions of one relay, which share connections and threads.
@Suite struct SharingTests {

    @Test
    func `a thousand subscriptions take three descriptors and two threads, and hardly any time while nothing comes`()
        async
    {
        await #expect(processExitsWith: .success) {
            let server = try RedisServer(), client = try server.client()
            let before = openFileCount(), relay = server.relay(), dog = FreeObserver(), count = Written<Int>()
            let remotes = (0..<1000).map { index in
                let remote: RemoteMessages<Int> = relay.subscribe("sky-\(index)", from: .start)
                dog.observe(remote) { count.append($0) }
                return remote
            }
            for remote in remotes { _ = try await remote.begun.value }
            for index in 0..<1000 {
                try client.ask("XADD", "sky-\(index)", "*", "m", "1 00000000000000ab 1 json/Int/1", "d", "\(index)")
            }
            await isSoInTheEnd { count.values.count == 1000 }
            precondition(Set(count.values) == Set(0..<1000))
            precondition(openFileCount() <= before + 3, "\(openFileCount() - before) descriptors")
            precondition(ThreadNames.ofRelays.count <= 2, "\(ThreadNames.ofRelays)")
            // When the follower sleeps, all have read to the end.
            try await Task.sleep(for: .seconds(2))
            let start = cpuTime(), duration = Duration.seconds(5)
            try await Task.sleep(for: duration)
            let share = (cpuTime() - start) / duration
            precondition(share < 0.01, "\(share) of a core")
            withExtendedLifetime(remotes) {}
        }
    }

    @Test func `who joins while the only subscription waits for the server gets all, and nobody notices`() async throws
    {
        let relay = SharedServer.relay(), problems = relay.problems.recorded(), client = try SharedServer.client()
        let streams = (0..<3).map { _ in SharedServer.stream() }
        var remotes: [RemoteMessages<Int>] = [], received: [Recording<Int>] = []
        for stream in streams {
            let remote: RemoteMessages<Int> = relay.subscribe(stream, from: .start)
            remotes.append(remote)
            received.append(remote.recorded())
            _ = try await remote.begun.value
            for (other, recording) in zip(streams, received) {
                for number in 1...5 {
                    let id = remotes.count * 10 + number
                    try client.ask("XADD", other, "*", "m", "1 \(publisher(id)) 1 json/Int/1", "d", "\(number)")
                }
                await recording.expectNext(1...5)
            }
        }
        problems.expectNothingMore()
    }

    private func publisher(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    @Test func `handlers that are stuck slow nobody else, and their messages come when they return`() async throws {
        let relay = SharedServer.relay(), gate = Gate(), dog = FreeObserver(), stuck = Written<Int>()
        let streams = (0..<6).map { _ in SharedServer.stream() }, skies = streams.map { _ in Messenger<Int>() }
        let remotes = streams.map { relay.subscribe($0, from: .start) as RemoteMessages<Int> }
        for remote in remotes.prefix(5) {
            dog.observe(remote) { number in
                gate.pass()
                stuck.append(number)
            }
        }
        let received = remotes[5].recorded()
        for (stream, sky) in zip(streams, skies) { relay.publish(sky, to: stream) }
        for round in 0..<20 {
            for sky in skies { sky.send(round) }
            await received.expectNext([round])
        }
        #expect(stuck.values.isEmpty)
        gate.open()
        await until("all are handled") { stuck.values.count == 100 }
        #expect(stuck.values.sorted() == (0..<100).map { $0 / 5 })
        dog.stopObserving()
    }

    @Test func `a thread that sleeps takes the lead when a handler is stuck`() async throws {
        let relay = SharedServer.relay(), gate = Gate(), dog = FreeObserver(), stuck = Written<Int>()
        let streams = (0..<2).map { _ in SharedServer.stream() }, client = try SharedServer.client()
        let remotes = streams.map { relay.subscribe($0, from: .start) as RemoteMessages<Int> }
        dog.observe(remotes[0]) { number in
            stuck.append(number)
            gate.pass()
        }
        let received = remotes[1].recorded()
        for remote in remotes { _ = try await remote.begun.value }
        let loop = try #require(remotes[0].reader.servingLoop)
        await until("the follower sleeps") { loop.isFollowerAsleep }
        try client.ask("XADD", streams[0], "*", "m", "1 00000000000000ab 1 json/Int/1", "d", "1")
        await until("the handler is stuck") { stuck.values == [1] }
        try client.ask("XADD", streams[1], "*", "m", "1 00000000000000ab 1 json/Int/1", "d", "2")
        await received.expectNext([2])
        gate.open()
        dog.stopObserving()
    }

    @Test func `a stream that's refused disturbs no other one`() async throws {
        let relay = SharedServer.relay(), problems = relay.problems.recorded(), client = try SharedServer.client()
        let streams = (0..<3).map { _ in SharedServer.stream() }, sky = Messenger<Int>()
        let remotes = streams.map { relay.subscribe($0, from: .start) as RemoteMessages<Int> }
        let received = remotes.map { $0.recorded() }
        for remote in remotes { _ = try await remote.begun.value }
        try client.ask("SET", streams[0], "no stream")
        await problems.nextLoss(of: .subscription(stream: streams[0]))
        relay.publish(sky, to: streams[1])
        for number in 1...100 { sky.send(number) }
        await received[1].expectNext(1...100)
        try client.ask("DEL", streams[0])
        await problems.expectNext([.reconnected(.subscription(stream: streams[0]))])
        try client.ask("XADD", streams[0], "*", "m", "1 00000000000000ab 1 json/Int/1", "d", "7")
        await received[0].expectNext([7])
        problems.expectNothingMore()
    }

    @Test(arguments: ["normal", "pubsub"])
    func `a connection that's cut delays what comes, and loses nothing`(_ kind: String) async throws {
        let server = try RedisServer(), publishing = server.relay(), relay = server.relay()
        let client = try server.client(), streams = (0..<4).map { "sky-\($0)" },
            skies = streams.map { _ in Messenger<Int>() }
        let problems = relay.problems.recorded()
        let remotes = streams.map { relay.subscribe($0, from: .start) as RemoteMessages<Int> }
        let received = remotes.map { $0.recorded() }
        for (stream, sky) in zip(streams, skies) { publishing.publish(sky, to: stream) }
        for round in 1...10 {
            for sky in skies { for number in 1...100 { sky.send(100 * round + number) } }
            try client.ask("CLIENT", "KILL", "TYPE", kind, "SKIPME", "yes")
            for recording in received { await recording.expectNext((100 * round + 1)...(100 * round + 100)) }
        }
        #expect(problems.gapCount == 0)
        problems.ignoreRest()
    }

    @Test func `a deleted stream is read again, and so are all when the server is emptied`() async throws {
        let server = try RedisServer(), relay = server.relay(), client = try server.client()
        let streams = (0..<3).map { "sky-\($0)" }
        let remotes = streams.map { relay.subscribe($0, from: .start) as RemoteMessages<Int> }
        let received = remotes.map { $0.recorded() }
        // Except for the first round, ids are lower than before.
        for (round, command) in ["", "DEL", "FLUSHALL", "FLUSHDB"].enumerated() {
            if command == "DEL" {
                for stream in streams { try client.ask("DEL", stream) }
            } else if !command.isEmpty {
                try client.ask(command)
            }
            for stream in streams {
                let head = "1 00000000000000a\(round) 1 json/Int/1"
                try client.ask("XADD", stream, "\(100 - round)-1", "m", head, "d", "\(round)")
            }
            for recording in received { await recording.expectNext([round]) }
        }
    }

    @Test(arguments: ["client|id", "client|tracking", "subscribe"])
    func `who needs a permission to share connections is told which`(_ command: String) async throws {
        let server = try RedisServer(), client = try server.client()
        try client.ask("ACL", "SETUSER", "ann", "on", ">secret", "~*", "+@all", "-\(command)", "&*")
        let relay = server.relay { ($0.user, $0.password) = ("ann", "secret") }, problems = relay.problems.recorded()
        let remotes = (0..<2).map { relay.subscribe("sky-\($0)", from: .start) as RemoteMessages<Int> }
        let received = remotes.map { $0.recorded() }
        let problem = await problems.next(where: {
            if case .disconnected = $0 { true } else { false }
        })
        #expect("\(problem, default: "none")".contains("CLIENT TRACKING"))
        #expect("\(problem, default: "none")".contains("'\(command)'"))
        try client.ask("ACL", "SETUSER", "ann", "+\(command)")
        for index in 0..<2 {
            try client.ask("XADD", "sky-\(index)", "*", "m", "1 00000000000000ab 1 json/Int/1", "d", "7")
            await received[index].expectNext([7])
        }
        problems.ignoreRest()
    }

    @Test func `the permissions in the guide suffice`() async throws {
        let server = try RedisServer(), client = try server.client()
        let words = """
            ACL SETUSER ann on >secret ~orders* ~relay:* &__redis__:invalidate +xadd +set +incrby +watch +multi +exec \
            +xread +xrevrange +xinfo +client|id +client|tracking +subscribe
            """
        try client.ask(words.split(separator: " ").map { Array($0.utf8) })
        let relay = server.relay { ($0.user, $0.password) = ("ann", "secret") }, problems = relay.problems.recorded()
        let remotes = (0..<2).map { relay.subscribe("orders-\($0)", from: .start) as RemoteMessages<Int> }
        let received = remotes.map { $0.recorded() }, orders = Messenger<Int>()
        for index in 0..<2 { relay.publish(orders, to: "orders-\(index)") }
        for number in 1...100 { orders.send(number) }
        for recording in received { await recording.expectNext(1...100) }
        #expect(remotes.allSatisfy { $0.inspectSubscription().entriesBehind == 0 })
        // The first call starts listening. The others check whether the server is alive.
        try await until("it was checked twice") { try client.callCount(of: "subscribe") >= 3 }
        problems.expectNothingMore()
    }

    @Test func `a server that remembers fewer streams than are read isn't asked all the time, and nothing is lost`()
        async throws
    {
        let server = try RedisServer(options: ["--tracking-table-max-keys", "4"]), relay = server.relay()
        let client = try server.client(), streams = (0..<32).map { "sky-\($0)" }
        let remotes = streams.map { relay.subscribe($0, from: .start) as RemoteMessages<Int> }
        let received = remotes.map { $0.recorded() }
        for remote in remotes { _ = try await remote.begun.value }
        func check(_ number: Int) async throws {
            let count = try client.callCount(of: "subscribe")
            try await until("it was checked") { try client.callCount(of: "subscribe") >= count + number }
        }
        // On a busy machine, it takes some checks until each has had enough signals without news.
        var checkCount = 0, readCount = Int.max
        while readCount > 2 * streams.count, checkCount < 20 {
            let earlier = try client.callCount(of: "xread")
            try await check(1)
            readCount = try client.callCount(of: "xread") - earlier
            checkCount += 1
        }
        // One read each for the check, and possibly one more.
        #expect(readCount <= 2 * streams.count)
        for number in 1...3 {
            let head = "1 00000000000000ab \(number) json/Int/1"
            for stream in streams { try client.ask("XADD", stream, "*", "m", head, "d", "\(number)") }
            for recording in received { await recording.expectNext([number]) }
        }
    }

    @Test func `subscriptions end at once while the server is silent, and others go on later`() async throws {
        let server = try RedisServer(), relay = server.relay { $0.patience = .seconds(1000) }
        let client = try server.client()
        let remotes = (0..<3).map { relay.subscribe("sky-\($0)", from: .start) as RemoteMessages<Int> }
        let received = remotes.map { $0.recorded() }
        for remote in remotes { _ = try await remote.begun.value }
        server.pause()
        remotes[0].stop()
        await until("it's closed") { remotes[0].isClosed }
        // Meanwhile, the leading thread has asked the server, and waits for the answer.
        try await Task.sleep(for: .seconds(1.5))
        remotes[2].stop()
        await until("it's closed") { remotes[2].isClosed }
        server.resume()
        try client.ask("XADD", "sky-1", "*", "m", "1 00000000000000ab 1 json/Int/1", "d", "7")
        await received[1].expectNext([7])
    }

    @Test(arguments: [1, 3])
    func `when only the connection with the data is lost, no time is wasted`(_ count: Int) async {
        await #expect(processExitsWith: .success) { [count = count as Int] in
            let server = try RedisServer(), client = try server.client(), relay = server.relay()
            let remotes = (0..<count).map { relay.subscribe("sky-\($0)") as RemoteMessages<Int> }
            for remote in remotes { _ = try await remote.begun.value }
            let start = cpuTime()
            for _ in 0..<3 {
                try client.ask("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
                try await Task.sleep(for: .seconds(1))
            }
            precondition(cpuTime() - start < .seconds(1), "\(cpuTime() - start)")
            withExtendedLifetime(remotes) {}
        }
    }

    @Test func `a handler that's stuck is seen, though the server gives signs of life`() async throws {
        let server = try RedisServer(), client = try server.client(), relay = server.relay(), gate = Gate()
        let remotes = (0..<2).map { relay.subscribe("sky-\($0)") as RemoteMessages<Int> }
        let other = remotes[1].recorded(), began = Written<ContinuousClock.Instant>(), dog = FreeObserver()
        dog.observe(remotes[0]) { _ in
            began.append(.now)
            gate.pass()
        }
        for remote in remotes { _ = try await remote.begun.value }
        try await until("both are idle and checked") { try client.callCount(of: "subscribe") >= 2 }
        try client.ask("XADD", "sky-0", "*", "m", "1 00000000000000ab 1 json/Int/1", "d", "7")
        await until("the handler runs") { !began.values.isEmpty }
        let count = try client.callCount(of: "subscribe")
        try await until("there are further signs of life") { try client.callCount(of: "subscribe") >= count + 2 }
        let stuck = began.values[0].duration(to: .now) / .seconds(1)
        #expect(remotes[0].inspectSubscription().secondsSinceAnswer.map { $0 >= stuck } == true)
        gate.open()
        other.expectNothingMore()
        dog.stopObserving()
    }

    @Test func `a subscription whose end blocks slows nobody else`() async throws {
        let relay = SharedServer.relay(), gate = Gate(), dog = FreeObserver(), ends = Written<Int>()
        let streams = (0..<3).map { _ in SharedServer.stream() }, sky = Messenger<Int>()
        let remotes = streams.map { relay.subscribe($0) as RemoteMessages<Int> }
        let received = remotes[2].recorded()
        for remote in remotes { _ = try await remote.begun.value }
        do {
            let blocking = BlockingAtDeath(gate, ends)
            dog.observe(remotes[0]) { _ in withExtendedLifetime(blocking) {} }
        }
        dog.observe(remotes[1]) { _ in gate.pass() }
        remotes[0].stop()
        await until("the end blocks") { ends.values == [1] }
        for stream in streams { relay.publish(sky, to: stream) }
        for number in 1...10 {
            sky.send(number)
            await received.expectNext([number])
        }
        gate.open()
        await until("it has ended") { ends.values == [1, 2] }
        dog.stopObserving()
    }

    @Test func `a subscription without an observer waits, and disturbs no other one`() async throws {
        let relay = SharedServer.relay(), streams = (0..<2).map { _ in SharedServer.stream() }
        let remotes = streams.map { relay.subscribe($0, from: .start) as RemoteMessages<Int> }
        let received = remotes[1].recorded(), sky = Messenger<Int>()
        for stream in streams { relay.publish(sky, to: stream) }
        for number in 1...100 { sky.send(number) }
        await received.expectNext(1...100)
        #expect(remotes[0].inspectSubscription().delivered == 0)
        let late = remotes[0].recorded()
        await late.expectNext(1...100)
        for number in 101...200 { sky.send(number) }
        for recording in [received, late] { await recording.expectNext(101...200) }
    }

    @Test func `who is alone again gets all`() async throws {
        let relay = SharedServer.relay(), stream = SharedServer.stream(), sky = Messenger<Int>()
        let remote: RemoteMessages<Int> = relay.subscribe(stream, from: .start), received = remote.recorded()
        relay.publish(sky, to: stream)
        for round in 0..<10 {
            let other: RemoteMessages<Int> = relay.subscribe(SharedServer.stream())
            _ = try await other.begun.value
            sky.send(2 * round)
            await received.expectNext([2 * round])
            other.stop()
            await until("the other one has ended") { other.isClosed }
            sky.send(2 * round + 1)
            await received.expectNext([2 * round + 1])
        }
    }
}

/// Blocks the thread that releases it.
private final class BlockingAtDeath: Sendable {

    private let gate: Gate
    private let ends: Written<Int>

    init(_ gate: Gate, _ ends: Written<Int>) {
        self.gate = gate
        self.ends = ends
    }

    deinit {
        ends.append(1)
        gate.pass()
        ends.append(2)
    }
}

/// The CPU time of this process.
private func cpuTime() -> Duration {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    func duration(_ time: timeval) -> Duration { .seconds(time.tv_sec) + .microseconds(time.tv_usec) }
    return duration(usage.ru_utime) + duration(usage.ru_stime)
}
