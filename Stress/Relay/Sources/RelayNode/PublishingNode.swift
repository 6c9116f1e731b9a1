import Foundation
import Relay
import RelayRig
import SwiftObserver
import Synchronization

/// Publishes numbered messages from "go" to "enough", and reports at "close".
///
/// `@unchecked Sendable` because all mutable state is atomic or under a lock.
final class PublishingNode: @unchecked Sendable {

    private let relay: Relay
    private let stream: String
    private let tag: UInt32
    private let count: Int
    private let burst: Int
    private let pause: Int
    private let sizes: [Int]
    private let keeping: RelayRetention

    /// The time to wait for confirmation at the end, in milliseconds.
    private let patience: Int
    private let buffering: MessageBuffering

    /// `true` to count one message too many, so that the harness can show that it detects it.
    private let claimsTooMuch: Bool

    private var random: Seeded
    private let messenger = Messenger<[UInt8]>()
    private let observer = FreeObserver()
    private let problems = Mutex(Problems())
    private let isEnough = Atomic(false)

    private struct Problems {
        var overflow = 0, cutOff = 0, unpublishable = 0, refused = 0, delayed = 0, disconnected = 0, untold = 0
    }

    init(_ arguments: some Sequence<String>) throws {
        var reader = try ArgumentReader(arguments, flags: ["--claim-too-much"])
        relay = Relay(to: try reader.server())
        stream = reader.text("--stream") ?? "kill"
        tag = try reader.number("--tag", as: UInt32.self) ?? 1
        count = try reader.number("--count") ?? Int.max
        burst = try reader.number("--burst") ?? 50
        pause = try reader.number("--pause") ?? 2000
        sizes = try (reader.text("--sizes") ?? "64").split(separator: ",").map { text in
            guard let size = Int(text) else { throw RigError("--sizes needs numbers with commas, not '\(text)'") }
            return size
        }
        patience = try reader.number("--close") ?? 20_000
        keeping = try reader.number("--keeping").map { .latest($0) } ?? .all
        buffering = try Self.buffering(reader.text("--buffering") ?? "unbounded")
        random = Seeded(try reader.number("--seed", as: UInt64.self) ?? 0)
        claimsTooMuch = reader.flag("--claim-too-much")
        try reader.end()
    }

    private static func buffering(_ text: String) throws -> MessageBuffering {
        if text == "unbounded" { return .unbounded }
        let words = text.split(separator: ":")
        if words.count == 2, let count = Int(words[1]), count > 0 {
            switch words[0] {
            case "newest": return .newest(count)
            case "oldest": return .oldest(count)
            case "upTo": return .upTo(count)
            default: break
            }
        }
        throw RigError("--buffering needs unbounded, or newest, oldest or upTo with a number, as in newest:10")
    }

    func run() throws {
        observer.observe(relay.problems) { [self] problem in note(problem) }
        relay.publish(messenger, to: stream, keeping: keeping, buffering: buffering, as: BytesCoding())
        printLine("publisher \(relay.publisher)")
        guard readLine() == "go" else { return }
        let hasSent = DispatchSemaphore(value: 0), sent = Atomic(0)
        Thread.detachNewThread { [self] in
            sent.store(send(), ordering: .sequentiallyConsistent)
            printLine("sent")
            hasSent.signal()
        }
        guard readLine() == "enough" else { return }
        isEnough.store(true, ordering: .sequentiallyConsistent)
        hasSent.wait()
        guard readLine() == "close" else { return }
        let rest = relay.close(within: .milliseconds(patience))
        let all = problems.withLock { $0 }
        let total = sent.load(ordering: .sequentiallyConsistent) + (claimsTooMuch ? 1 : 0)
        let numbers = [
            ("sent", total), ("overflow", all.overflow), ("cutOff", all.cutOff), ("unpublishable", all.unpublishable),
            ("refused", all.refused), ("delayed", all.delayed), ("disconnected", all.disconnected),
            ("untold", all.untold), ("unconfirmed", rest.count),
        ]
        printLine(numbers.map { "\($0)=\($1)" }.joined(separator: " "))
    }

    /// Sends until "enough", and returns the number of messages.
    private func send() -> Int {
        var index = 0
        while index < count, !isEnough.load(ordering: .sequentiallyConsistent) {
            for _ in 0..<min(random.number(1...burst), count - index) {
                index += 1
                let size = sizes[random.number(0...sizes.count - 1)]
                let payload = Payload(tag: tag, index: UInt32(index))
                messenger.send(size == 0 ? [] : payload.bytes(count: size))
            }
            if pause > 0 { usleep(UInt32(random.number(0...pause))) }
        }
        return index
    }

    private func note(_ problem: RelayProblem) {
        problems.withLock { problems in
            switch problem {
            case .overflow(_, let count): problems.overflow += count
            case .cutOff(_, let count): problems.cutOff += count
            case .unpublishable: problems.unpublishable += 1
            case .refused(_, let count, _): problems.refused += count
            case .delayed: problems.delayed += 1
            case .disconnected: problems.disconnected += 1
            case .untold(let count): problems.untold += count
            default: break
            }
        }
    }
}
