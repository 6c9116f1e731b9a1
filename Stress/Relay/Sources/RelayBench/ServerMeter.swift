import Foundation
import RelayRig

/// Reads the server's own statistics.
struct ServerMeter {

    private let server: RedisServer

    init(_ server: RedisServer) { self.server = server }

    /// The numbers of a section of `INFO`, by name.
    private func numbers(_ section: String) throws -> [String: Double] {
        let lines = try server.command("INFO", section).split { $0.isNewline }
        let pairs = lines.compactMap { line -> (String, Double)? in
            let parts = line.split(separator: ":")
            return parts.count == 2 ? Double(parts[1]).map { (String(parts[0]), $0) } : nil
        }
        return Dictionary(pairs) { $1 }
    }

    private func number(_ name: String, _ section: String) throws -> Double {
        guard let number = try numbers(section)[name] else { throw RigError("The server doesn't report \(name).") }
        return number
    }

    /// The CPU time of the server process in seconds, which the server gets from `getrusage`.
    func cpuTime() throws -> Double {
        let times = try numbers("cpu")
        guard let user = times["used_cpu_user"], let system = times["used_cpu_sys"] else {
            throw RigError("The server doesn't report its CPU time.")
        }
        return user + system
    }

    func memory() throws -> Double { try number("used_memory", "memory") }
    func connections() throws -> Double { try number("connected_clients", "clients") }
    func bytesIn() throws -> Double { try number("total_net_input_bytes", "stats") }
    func bytesOut() throws -> Double { try number("total_net_output_bytes", "stats") }
}
