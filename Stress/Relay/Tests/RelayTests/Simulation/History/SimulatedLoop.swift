@testable import Relay

/// The loop of one process, and the subscriptions of actors that it reads for.
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

    /// Takes a step. When the world is calm, takes enough of them to connect, to begin and to read.
    func read() {
        // One thread leads.
        if isReading { return }
        isReading = true
        defer { isReading = false }
        if !world.isCalm {
            _ = loop.step()
            return
        }
        // To begin and to read may lead to writes.
        if !isAtEnd { world.noteNews() }
        // Two steps look for changes, and whether the stream was deleted.
        for count in 1...8 {
            _ = loop.step()
            if count > 1, isAtEnd { return }
        }
    }

    /// Lets the subscriptions end.
    func end() {
        for reader in readers { reader.stop() }
        while loop.step() {}
    }

    /// `true` if all subscriptions have read what their streams contain, so that further steps bring nothing.
    var isAtEnd: Bool { readers.allSatisfy { isAtEnd($0) } }

    private func isAtEnd(_ reader: StreamReader) -> Bool {
        guard case .entries = reader.question else { return false }
        return reader.position == world.server.entries(of: reader.stream).last?.id ?? .zero
    }
}
