import Foundation
import Relay
import RelayRig
import SwiftObserver

/// Reads a stream and appends what it gets to a file, until a foreign client adds an entry.
///
/// If the file has records of an earlier run, it continues after the last message in them.
final class SubscribingNode: Sendable {

    private let relay: Relay
    private let stream: String
    private let room: Int
    private let delay: UInt32
    private let quick: Int

    /// The delay before it observes, in milliseconds.
    private let lateness: UInt32

    /// The number of other streams that the relay reads, so that they share its connections.
    private let companionCount: Int
    private let diary: Diary
    private let observer = FreeObserver()
    private let start: RelayStart
    private let hasEnded = DispatchSemaphore(value: 0)

    init(_ arguments: some Sequence<String>) throws {
        var reader = try ArgumentReader(arguments)
        relay = Relay(to: try reader.server())
        stream = reader.text("--stream") ?? "kill"
        room = try reader.number("--room") ?? 1000
        delay = try reader.number("--delay", as: UInt32.self) ?? 0
        quick = try reader.number("--quick") ?? 0
        lateness = try reader.number("--late", as: UInt32.self) ?? 0
        companionCount = try reader.number("--companions") ?? 0
        guard let path = reader.text("--records") else { throw RigError("--records is needed") }
        let earlier = try RecordFile.records(path)
        start = earlier.reversed().lazy.compactMap(\.id).first.map { .after($0) } ?? .now
        diary = Diary(try RecordFile(path), try reader.text("--fault").map { try Fault($0) })
        try reader.end()
    }

    func run() throws {
        observer.observe(relay.problems) { [self] problem in note(problem) }
        let companions = (0..<companionCount).map { relay.subscribe("companion-\($0)", as: BytesCoding()) }
        for companion in companions { observer.observe(companion) { _ in } }
        let remote = relay.subscribe(stream, from: start, room: room, as: BytesCoding())
        usleep(1000 * lateness)
        observer.observe(remote) { [diary, delay, quick, weak remote] bytes, author in
            guard let id = remote?.latestID, let publisher = (author as? RemoteAuthor)?.publisher.word else { return }
            let count = diary.write(bytes, publisher, id)
            if delay > 0, count > quick { usleep(delay) }
        }
        observer.observe(remote.begun) { [diary] id in
            diary.write(.begun(milliseconds: id.milliseconds, number: id.number))
            printLine("ready")
        }
        Thread.detachNewThread { [self] in
            while let line = readLine(), line != "stop" {}
            hasEnded.signal()
        }
        hasEnded.wait()
        diary.end()
        relay.close(within: .seconds(5))
        withExtendedLifetime(companions) {}
        printLine("done")
    }

    private func note(_ problem: RelayProblem) {
        switch problem {
        case .gap(_, let publisher, let count): diary.write(.gap(publisher: publisher.word, count: count))
        case .undecodable: diary.write(.undecodable)
        case .foreign:
            diary.end()
            diary.write(.foreign)
            hasEnded.signal()
        case .disconnected(.subscription(stream), _): diary.write(.disconnected)
        default: break
        }
    }
}

extension Record {

    /// The id after which a subscriber with this record would continue.
    var id: RelayID? {
        switch self {
        case .begun(let milliseconds, let number), .message(_, _, _, let milliseconds, let number),
            .empty(_, let milliseconds, let number):
            RelayID(milliseconds: milliseconds, number: number)
        default: nil
        }
    }
}

extension RelayPublisher {

    /// The number that its description shows.
    var word: UInt64 { UInt64(description, radix: 16) ?? 0 }
}
