import Foundation
import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Synchronization
import Testing

@testable import Relay

@Suite struct LifetimeTests {

    @Test func `remote messages that nobody holds end their thread, and loops`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay(), lifetimes = LifetimeTracker()
        var remote: RemoteMessages<Int>? = relay.subscribe(stream)
        let messages = try #require(remote?.messages())
        let loop = Task { for await _ in messages {} }
        _ = try await remote?.begun.value
        if let remote {
            lifetimes.track(remote)
            lifetimes.track(try #require(remote.reader.servingLoop))
        }
        remote = nil
        await loop.value
        // The loop's thread keeps the loop alive.
        await until("all is dead") { lifetimes.alive.isEmpty }
    }

    @Test func `a relay that nobody holds ends its subscriptions and publications`() async throws {
        let stream = SharedServer.stream(), lifetimes = LifetimeTracker(), sky = Messenger<Int>()
        var remote: RemoteMessages<Int>?
        do {
            let relay = lifetimes.track(SharedServer.relay())
            remote = relay.subscribe(stream)
            lifetimes.track(relay.publish(sky, to: stream))
            sky.send(1)
        }
        await until("it's closed") { remote?.isClosed ?? false }
        await until("all is dead") { lifetimes.alive.isEmpty }
        sky.send(2)
    }

    @Test func `messages, observers and subscriptions die when they're not needed any more`() async throws {
        let stream = SharedServer.stream(), lifetimes = LifetimeTracker()
        do {
            let relay = lifetimes.track(SharedServer.relay()), sky = lifetimes.track(Messenger<Tracked>())
            let remote = lifetimes.track(relay.subscribe(stream, from: .start, as: TrackedCoding(lifetimes: lifetimes)))
            let numbers = remote.map(\.number), received = numbers.recorded(), dog = lifetimes.track(FreeObserver())
            dog.observe(remote) { _ in }
            relay.publish(sky, to: stream, as: TrackedCoding(lifetimes: lifetimes))
            for number in 1...20 { sky.send(lifetimes.track(Tracked(number))) }
            await received.expectNext(1...20)
            #expect(await relay.close(within: .hangLimit).isEmpty)
        }
        await until("all is dead") { lifetimes.alive.isEmpty }
    }

    @Test func `messages that could not be published die with the relay`() async throws {
        let server = try RedisServer(), lifetimes = LifetimeTracker(), sky = Messenger<Tracked>()
        server.kill()
        do {
            let relay = lifetimes.track(server.relay())
            relay.publish(sky, to: "sky", as: TrackedCoding(lifetimes: lifetimes))
            for number in 1...3000 { sky.send(lifetimes.track(Tracked(number))) }
            #expect(await relay.tellsInTheEnd(["sky": 3000]))
        }
        await until("all is dead") { lifetimes.alive.isEmpty }
    }

    @Test func `publications of observables that are dead or stopped aren't kept`() async throws {
        let relay = SharedServer.relay(), lifetimes = LifetimeTracker(), sky = Messenger<Int>()
        let stream = SharedServer.stream()
        for _ in 0..<10 { lifetimes.track(relay.publish(sky, to: stream)).stop() }
        for _ in 0..<10 {
            let dying = Messenger<Int>()
            lifetimes.track(relay.publish(dying, to: stream))
        }
        await until("they're dead") {
            relay.publish(Messenger<Int>(), to: stream)
            return lifetimes.alive.isEmpty
        }
    }

    @Test func `threads and files are given back`() async throws {
        SharedServer.passOn()
        await #expect(processExitsWith: .success) {
            let port = SharedServer.portOfParent
            for isDown in [false, true] {
                var address = RelayServer(port: isDown ? 1 : port)
                address.pauses = .milliseconds(1)...Duration.milliseconds(5)
                var filesBefore = 0
                for round in 0..<12 {
                    // The first rounds create objects that exist once per process.
                    if round == 2 {
                        await isSoInTheEnd { ThreadNames.ofRelays.isEmpty }
                        filesBefore = openFileCount()
                    }
                    let relay = Relay(to: address), sky = Messenger<Int>()
                    let remotes = (0..<3).map { _ -> RemoteMessages<Int> in relay.subscribe("census", from: .start) }
                    let loops = remotes.map { remote in
                        let messages = remote.messages()
                        return Task { for await _ in messages {} }
                    }
                    relay.publish(sky, to: "census")
                    for number in 1...100 { sky.send(number) }
                    let left = await relay.close(within: isDown ? .milliseconds(20) : .hangLimit)
                    let isAllTold = await relay.tellsInTheEnd(isDown ? ["census": 100] : [:])
                    precondition(isAllTold && left.isEmpty == !isDown)
                    for loop in loops { await loop.value }
                }

                // The system may open some files itself. A leak would add at least ten, one per
                // round.
                await isSoInTheEnd { [filesBefore] in
                    ThreadNames.ofRelays.isEmpty && openFileCount() < filesBefore + 10
                }
            }
        }
    }

    @Test func `the thread of an outbox ends, whenever its last publication is removed`() async {
        var outboxes: [WeakOutbox] = []
        for round in 0..<4000 {
            let outbox = Outbox(
                SocketNetwork(server: RelayServer()), Fence(of: .random(), tag: nil), ProblemLine())
            let flag = Flag()
            outbox.retain()
            outbox.enqueue { flag.isSet.store(true, ordering: .releasing) }
            while !flag.isSet.load(ordering: .acquiring) {}
            // Varies the moment of the release while the thread is going to sleep.
            for _ in 0..<(round % 100) { _ = flag.isSet.load(ordering: .acquiring) }
            outbox.release()
            outboxes.append(WeakOutbox(outbox))
        }
        await until("all threads have ended") { outboxes.allSatisfy { $0.outbox == nil } }
    }

    @Test func `in a cluster, the thread of streams that nobody publishes ends, and another one continues`() async {
        SharedServer.passOn()
        await #expect(processExitsWith: .success) {
            // A server that isn't part of a cluster has all slots.
            let relay = Relay(to: RelayServer(cluster: [.init(host: "127.0.0.1", port: SharedServer.portOfParent)]))
            let stream = SharedServer.stream(), received = Written<Int>(), dog = FreeObserver()
            let remote: RemoteMessages<Int> = relay.subscribe(stream, from: .start)
            dog.observe(relay.problems) { preconditionFailure("\($0)") }
            dog.observe(remote) { received.append($0) }
            let outboxes = { ThreadNames.all.filter { $0 == "relay-outbox" }.count }
            let living = Messenger<Int>()
            for round in 1...3 {
                let sky = Messenger<Int>()
                relay.publish(sky, to: stream)
                sky.send(round)
                await isSoInTheEnd { received.values.count == round }
                precondition(outboxes() >= 1)
                do {
                    let dying = Messenger<Int>()
                    for _ in 0..<40 { relay.publish(dying, to: SharedServer.stream()) }
                }
                await isSoInTheEnd {
                    // The relay looks for ended publications when others are added.
                    relay.publish(living, to: stream).stop()
                    return outboxes() < 2
                }
            }
            precondition(received.values == [1, 2, 3])
            let left = await relay.close(within: .hangLimit)
            precondition(left.isEmpty)
            await isSoInTheEnd { ThreadNames.ofRelays.isEmpty }
        }
    }
}

private final class Flag: Sendable {
    let isSet = Atomic(false)
}

private final class WeakOutbox {
    weak var outbox: Outbox?
    init(_ outbox: Outbox) { self.outbox = outbox }
}

/// The names of the threads of this process.
enum ThreadNames {

    static var all: [String] {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        return tasks.compactMap { task in
            (try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8))?
                .trimmingCharacters(in: .newlines)
        }
    }

    static var ofRelays: [String] { all.filter { $0.hasPrefix("relay-") } }
}

/// The number of files and sockets that this process has open.
func openFileCount() -> Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0 }

/// A message whose death is noticed.
final class Tracked: Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
}

struct TrackedCoding: RelayCoding {

    struct NoNumber: Error {}

    let lifetimes: LifetimeTracker
    let format = "tracked"
    func encode(_ message: Tracked) -> [UInt8] { Array("\(message.number)".utf8) }
    func decode(_ bytes: UnsafeRawBufferPointer) throws -> Tracked {
        guard let number = Int(String(decoding: bytes, as: UTF8.self)) else { throw NoNumber() }
        return lifetimes.track(Tracked(number))
    }
}
