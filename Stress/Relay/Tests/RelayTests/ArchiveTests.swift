import Foundation
import Relay
import RelayRig
import SwiftObserver
import Testing

/// The complete program of the guide.
@Suite struct ArchiveTests {

    private let server: RedisServer
    private let file: URL

    init() throws {
        server = try RedisServer()
        file = server.folder.appendingPathComponent("id")
    }

    private func start() throws -> ChildProcess {
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let path = own.deletingLastPathComponent().appendingPathComponent("RelayArchive").path
        return try ChildProcess(path, ["\(server.port)", file.path])
    }

    /// All lines that a process prints until it ends.
    private func lines(of process: ChildProcess) async -> [String] {
        await onThread {
            var lines: [String] = []
            while let line = process.line(within: 60) { lines.append(line) }
            return lines
        }
    }

    private var storedID: String? { try? String(contentsOf: file, encoding: .utf8) }

    @Test func `however often it's terminated, it handles each order once, and in order`() async throws {
        struct Order: Codable { let number: Int }
        let relay = server.relay(), orders = Messenger<Order>(), runCount = 5
        relay.publish(orders, to: "orders")
        var lines: [String] = [], count = 0
        for _ in 0..<runCount {
            let process = try start(), stored = storedID
            for _ in 0..<300 {
                count += 1
                orders.send(Order(number: count))
            }
            await until("it has handled some") { storedID != stored }
            kill(process.pid, SIGTERM)
            lines += await self.lines(of: process)
            #expect(await onThread { process.hasEndedWell(within: 60) })
        }
        #expect(await relay.close(within: .hangLimit).isEmpty)
        let last = try server.client().ask("XREVRANGE", "orders", "+", "-", "COUNT", "2").list[1].list[0].text
        let process = try start()
        await until("it has handled the rest") { storedID == last }
        kill(process.pid, SIGTERM)
        lines += await self.lines(of: process)
        // On a busy machine, it may also report a lost connection.
        #expect(lines.filter { $0.hasPrefix("order") } == (1...count).map { "order \($0)" })
    }
}
