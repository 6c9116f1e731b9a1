import Foundation
import Relay
import RelayRig
import SwiftObserver

/// Two relays.
final class RelayContender: Contender {

    let name = "relay"
    private let address: RelayServer
    private var streamCount = 0

    init(_ server: RedisServer) { address = RelayServer(port: server.port) }

    /// The name of a new stream. The server keeps the messages of earlier ones.
    private func nextStream() -> String {
        streamCount += 1
        return "relay-\(streamCount)"
    }

    func transfer(_ count: Int, of size: Int) throws {
        let stream = nextStream(), received = DispatchSemaphore(value: 0)
        let sender = Relay(to: address), receiver = Relay(to: address)
        let remote = receiver.subscribe(stream, from: .start, as: BytesCoding()), dog = FreeObserver()
        let counter = Counter()
        dog.observe(remote) { _ in if counter.add() == count { received.signal() } }
        let messages = Messenger<[UInt8]>(), message = [UInt8](size: size, at: 0)
        let publication = sender.publish(messages, to: stream, buffering: .unbounded, as: BytesCoding())
        for index in 0..<count {
            if index % 512 == 0 {
                _ = publication.waitForRoom(below: max(1000, 16_000_000 / size), within: .seconds(60))
            }
            messages.send(message)
        }
        guard received.wait(timeout: .now() + 60) == .success else { throw RigError("Only \(counter.count) came.") }
        sender.close(within: .seconds(10))
        receiver.close(within: .seconds(10))
    }

    func delays(of count: Int, size: Int, every pause: UInt32) throws -> [Double] {
        let stream = nextStream(), received = DispatchSemaphore(value: 0)
        let sender = Relay(to: address), receiver = Relay(to: address)
        let remote = receiver.subscribe(stream, from: .start, as: BytesCoding()), dog = FreeObserver()
        let times = Times(count)
        dog.observe(remote) { message in
            if times.add(message.withUnsafeBytes { $0.sendTime }) { received.signal() }
        }
        let messages = Messenger<[UInt8]>()
        sender.publish(messages, to: stream, as: BytesCoding())
        for _ in 0..<count {
            messages.send([UInt8](size: size, at: nanoseconds()))
            usleep(pause)
        }
        guard received.wait(timeout: .now() + 60) == .success else { throw RigError("Not all messages arrived.") }
        sender.close(within: .seconds(10))
        receiver.close(within: .seconds(10))
        return times.all
    }
}

/// Counts on one thread, and is read on other threads.
final class Counter: @unchecked Sendable {
    private(set) var count = 0
    func add() -> Int {
        count += 1
        return count
    }
}

/// The delays of messages. One thread adds them.
final class Times: @unchecked Sendable {

    private(set) var all: [Double] = []
    private let count: Int

    init(_ count: Int) { self.count = count }

    /// Adds the time since a message was sent. Returns `true` if it's the last one.
    func add(_ sendTime: UInt64) -> Bool {
        all.append(Double(nanoseconds() - sendTime) / 1000)
        return all.count == count
    }
}
