import Dispatch
import Glibc
import SwiftObserver

/// A mistake to be found by looking.
enum Fault: String, Sendable {

    /// A handler that never returns, on a queue that others could use.
    case stuck

    /// Observers that never die.
    case leak

    /// A client that reads slowly.
    case slow

    func make(in rows: Messenger<Row>, _ port: UInt16, _ tasks: Tasks) {
        switch self {
        case .stuck: StuckArchive.shared.archive(rows)
        case .leak: tasks.add { await LeakedSession.openMany(rows) }
        case .slow: Thread.detach { SlowClient.run(port) }
        }
    }
}

/// Waits for something that never comes.
private final class StuckArchive: Observer, Sendable {

    static let shared = StuckArchive()

    let receiver = Receiver(named: "archive")
    private let queue = DispatchQueue(label: "archive")

    func archive(_ rows: Messenger<Row>) {
        observe(rows, on: queue, buffering: .newest(1_000)) { _ in DispatchSemaphore(value: 0).wait() }
    }
}

/// Keeps itself alive, since its handler captures it strongly.
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

/// Reads some bytes a second. When it's cut off or stopped, it doesn't come again.
private enum SlowClient {

    static func run(_ port: UInt16) {
        let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(connection) }
        var size: Int32 = 2_048
        setsockopt(connection, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout.size(ofValue: size)))
        let request = Array("GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8)
        let isConnected = Address("127.0.0.1:\(port)")!.withSocketAddress {
            connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
        guard isConnected, send(connection, request, request.count, 0) > 0 else { return }
        var bytes = [UInt8](repeating: 0, count: 8)
        while recv(connection, &bytes, bytes.count, 0) > 0 { usleep(500_000) }
    }
}
