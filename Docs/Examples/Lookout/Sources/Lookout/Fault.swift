import Dispatch
import SwiftObserver

/// A planted mistake that the page shows. It lasts until the program ends.
enum Fault: String, Sendable, CustomStringConvertible {

    /// A handler that never returns, on a queue that other observers could use.
    case stuck

    /// Observers that are never deallocated.
    case leak

    /// A client that reads slowly.
    case slow

    func make(in rows: Messenger<Row>, _ address: Address, _ tasks: Tasks) {
        switch self {
        case .stuck: StuckArchive.shared.archive(rows)
        case .leak: tasks.add { await LeakedSession.openMany(rows) }
        case .slow: Thread.detach { SlowClient.run(at: address) }
        }
    }

    var description: String {
        switch self {
        case .stuck: "a handler that never returns. The page names it within ten seconds."
        case .leak: "observers that are never deallocated. The page counts them."
        case .slow: "a client that reads 16 bytes a second. The page marks it within half a minute."
        }
    }
}

/// Waits for a signal that is never sent.
private final class StuckArchive: Observer, Sendable {

    static let shared = StuckArchive()

    let receiver = Receiver(named: "archive")
    private let queue = DispatchQueue(label: "archive")

    func archive(_ rows: Messenger<Row>) {
        observe(rows).on(queue).buffering(.newest(1_000)).receive { _ in DispatchSemaphore(value: 0).wait() }
    }
}

/// Keeps itself alive, because its handler captures it strongly.
private final class LeakedSession: Observer, Sendable {

    let receiver = Receiver(named: "session")

    static func openMany(_ rows: Messenger<Row>) async {
        while !Task.isCancelled {
            LeakedSession().follow(rows)
            try? await Task.sleep(for: .milliseconds(200))
        }
    }

    private func follow(_ rows: Messenger<Row>) { observe(rows) { [self] row in see(row) } }

    private func see(_ row: Row) {}
}
