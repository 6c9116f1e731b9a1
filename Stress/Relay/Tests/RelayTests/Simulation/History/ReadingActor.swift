import SwiftObserver

@testable import Relay

/// A process that subscribes to the stream of all publishers.
final class ReadingActor: Actor, CustomStringConvertible {

    private let world: World
    let start: RelayStart
    var isActing = false
    let client: RecordingClient
    private let loop: SimulatedLoop
    private let dog = FreeObserver()
    private(set) var gaps: [RelayPublisher: Int] = [:]

    init(_ world: World, from start: RelayStart, sharesLoop: Bool) {
        self.world = world
        self.start = start
        client = RecordingClient(world)
        loop = world.loop(isShared: sharesLoop)
        let problems = ProblemLine()
        let reader = StreamReader(
            RelayServer(), History.stream, from: start, room: .max, client: client, problems)
        loop.join(reader)
        // Everything runs on one thread.
        nonisolated(unsafe) weak let actor = self
        dog.observe(problems.messenger) { problem in
            if case .gap(_, let publisher, let count) = problem { actor?.gaps[publisher, default: 0] += Int(count) }
        }
    }

    func act() { loop.read() }
    func forgetKey() {}

    /// Connects before anything is sent.
    func begin() { while client.beginning == nil { act() } }

    var description: String { "the reader from \(start)" }
}

/// Records the output of a reader.
///
/// `@unchecked Sendable` because everything runs on one thread.
final class RecordingClient: StreamClient, @unchecked Sendable {

    private let world: World
    private(set) var numbers: [RelayPublisher: [Int]] = [:]
    private(set) var beginning: RelayID?

    /// The messages that the stream had before the beginning.
    private(set) var numbersBefore: [RelayPublisher: Set<Int>] = [:]

    init(_ world: World) { self.world = world }

    func begin(at position: RelayID) {
        beginning = position
        for (publisher, entries) in world.messages(upTo: position) { numbersBefore[publisher] = Set(entries) }
    }

    func read(_ head: MessageHead, _ bytes: UnsafeRawBufferPointer, at id: RelayID) -> String? {
        numbers[head.publisher, default: []].append(Int(head.number))
        return nil
    }

    func room(below limit: Int, whenFree: @escaping @Sendable () -> Void) -> Room { .free }
    func end() {}
}

extension World {

    /// The numbers of the messages in the stream by publisher, in the order of the stream.
    func messages(of stream: String = History.stream, upTo end: RelayID? = nil) -> [RelayPublisher: [Int]] {
        var numbers: [RelayPublisher: [Int]] = [:]
        for entry in server.entries(of: stream) where end.map({ entry.id <= $0 }) ?? true {
            guard entry.fields.count == 4, entry.fields[0] == Array("m".utf8) else { continue }
            let words = entry.fields[1].split(separator: UInt8(ascii: " "))
            let publisher = words[1].withUnsafeBytes { RelayPublisher(hexadecimal: $0) }
            guard let publisher, let number = UInt64(ascii: words[2]) else { continue }
            numbers[publisher, default: []].append(Int(number))
        }
        return numbers
    }
}
