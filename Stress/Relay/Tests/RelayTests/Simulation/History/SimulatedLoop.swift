@testable import Relay

/// The loop of one process, and the subscriptions of actors for which it reads.
final class SimulatedLoop {

    private let world: World
    private let loop: ReadingLoop
    private var readers: [StreamReader] = []
    private var isReading = false

    init(_ world: World) {
        self.world = world
        loop = ReadingLoop(SimulatedNetwork(world), hasThreads: false)
    }

    func join(_ reader: StreamReader) {
        _ = loop.join(reader)
        readers.append(reader)
    }

    /// Takes a step.
    ///
    /// In a calm world, it takes enough steps to connect, to begin and to read.
    func read() {
        // Only one thread leads.
        if isReading { return }
        isReading = true
        defer { isReading = false }
        if !world.isCalm {
            _ = loop.step()
            return
        }
        // Beginning and reading can cause writes.
        if !isAtEnd { world.noteNews() }
        // Two steps check for changes, and for a deleted stream.
        for count in 1...8 {
            _ = loop.step()
            if count > 1, isAtEnd { return }
        }
    }

    /// Ends the subscriptions.
    func end() {
        for reader in readers { reader.stop() }
        while loop.step() {}
    }

    /// `true` if all subscriptions have read their streams to the end.
    var isAtEnd: Bool { readers.allSatisfy { isAtEnd($0) } }

    private func isAtEnd(_ reader: StreamReader) -> Bool {
        guard case .entries = reader.question else { return false }
        return reader.position == world.server.entries(of: reader.stream).last?.id ?? .zero
    }
}
