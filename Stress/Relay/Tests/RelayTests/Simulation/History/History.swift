@testable import Relay

/// Processes that use one server with random faults, and checks of the relay's promises.
final class History {

    static let stream = "sky", sharedStream = "limit"

    private let world: World
    private let publishers: [PublishingActor]
    private let readers: [ReadingActor]
    private let sharers: [SharingActor]

    /// The number of entries, or the time, that streams keep.
    private let keeping: RelayRetention

    /// The broken promises.
    private(set) var complaints: [String] = []

    init(seed: UInt64) {
        let world = World(seed: seed)
        self.world = world
        // After a loss, the first ids of a clock that was set back may be too old for the
        // publisher's retention time.
        let canBeTimed = !(world.faults.losesConfirmed && world.faults.clockJumps)
        let keeping: RelayRetention =
            !world.random.oneIn(3) ? 100_000 : canBeTimed && world.random.oneIn(2) ? .for(.milliseconds(20)) : 6
        self.keeping = keeping
        publishers = (0..<world.random.number(1...2)).map { _ in PublishingActor(world, keeping: keeping) }
        let sharesLoop = world.random.oneIn(2)
        readers = [RelayStart.start, .now, .now].map { ReadingActor(world, from: $0, sharesLoop: sharesLoop) }
        let sharerCount = world.random.number(0...3), writerCount = world.random.number(1...3)
        sharers = (0..<sharerCount).map {
            SharingActor(world, index: $0, writes: $0 < writerCount, sharesLoop: sharesLoop)
        }
        // The first reader begins before anything is sent.
        readers[0].begin()
        for actor in publishers { world.add(actor) }
        for actor in readers { world.add(actor) }
        for actor in sharers { world.add(actor) }
    }

    /// Runs the history, and checks the promises.
    func run() {
        for _ in 0..<80 { world.step() }
        world.calmDown()
        // If ids occur twice, a reader may believe that it has read an entry. The next write
        // reveals the loss.
        if !world.faults.losesConfirmed || !world.faults.clockJumps { checkSameValue() }
        for publisher in publishers { publisher.send() }
        sharers.first?.write()
        world.calmDown()
        for publisher in publishers { publisher.finish() }
        world.calmDown()
        checkMessages()
        checkStreams()
        checkValues()
        for publisher in publishers { publisher.end() }
        for sharer in sharers { sharer.end() }
        world.end()
    }

    private func expect(_ isSo: Bool, _ complaint: @autoclosure () -> String) {
        if !isSo { complaints.append(complaint()) }
    }

    // MARK: - Promises

    private func checkMessages() {
        for reader in readers {
            for publisher in publishers {
                let numbers = reader.client.numbers[publisher.publisher] ?? []
                expect(
                    zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 },
                    "\(reader) got messages out of order, or twice: \(numbers)")
                if world.faults.losesConfirmed, world.faults.clockJumps, numbers.isEmpty { continue }
                expect(
                    numbers.last == publisher.sentCount,
                    "\(reader) got no message in the end: \(numbers) of \(publisher.sentCount)")
                if reader.start == .now { checkBeginning(of: reader, publisher, numbers) }
            }
        }
        for publisher in publishers { checkCount(publisher) }
    }

    private func checkBeginning(of reader: ReadingActor, _ publisher: PublishingActor, _ numbers: [Int]) {
        if world.faults.losesConfirmed || world.faults.forgetsKeys { return }
        let before = reader.client.numbersBefore[publisher.publisher] ?? []
        expect(
            before.isDisjoint(with: numbers), "\(reader) got messages from before its beginning: \(before), \(numbers)")
    }

    /// Checks the reader from the start: it got each message, or a report that it's missing.
    private func checkCount(_ publisher: PublishingActor) {
        let reader = readers[0], numbers = reader.client.numbers[publisher.publisher] ?? []
        let gap = reader.gaps[publisher.publisher] ?? 0
        if keeping == 100_000, !world.faults.losesConfirmed {
            expect(
                numbers == Array(1...publisher.sentCount) && gap == 0,
                "\(reader) got \(numbers) of \(publisher.sentCount), and was told of a gap of \(gap)")
        } else if world.faults.losesConfirmed, world.faults.clockJumps || world.faults.forgetsKeys {
            return
        } else {
            let isExact = !publisher.hasUnknownFirst, sum = numbers.count + gap
            expect(
                isExact ? sum == publisher.sentCount : sum <= publisher.sentCount,
                "\(reader) got \(numbers) of \(publisher.sentCount), and was told of a gap of \(gap)")
        }
    }

    private func checkStreams() {
        if world.faults.forgetsKeys { return }
        for stream in [Self.stream, Self.sharedStream] {
            for (publisher, numbers) in world.messages(of: stream) {
                expect(
                    zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 },
                    "\(stream) has messages of \(publisher) out of order, or twice: \(numbers)")
            }
        }
    }

    /// Checks that all processes have the same value when all writes have arrived.
    private func checkSameValue() {
        let values = sharers.map(\.value)
        expect(Set(values).count <= 1, "values differ: \(values)")
    }

    private func checkValues() {
        guard let first = sharers.first else { return }
        checkSameValue()
        expect(
            first.value == first.latestWrite,
            "the latest write is \(first.latestWrite), but the value is \(first.value)")
        let hasOneWriter = sharers.dropFirst().allSatisfy { $0.writeCount == 0 }
        if !hasOneWriter || world.faults.losesConfirmed || world.faults.forgetsKeys { return }
        for sharer in sharers {
            expect(
                zip(sharer.values, sharer.values.dropFirst()).allSatisfy { $0 <= $1 },
                "a value went back: \(sharer.values)")
        }
    }
}
