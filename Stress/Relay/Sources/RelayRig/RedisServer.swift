import Foundation

/// A real server with its own folder and port. It keeps the port while it's down.
public final class RedisServer: @unchecked Sendable {

    /// The confirmed data that survives the server's death.
    public enum Memory: Sendable {
        case none

        /// All of it: each command is on disk before it's confirmed.
        case disk
    }

    public let folder: URL
    private let reserved = ReservedPort()
    private let reservedForCluster: ReservedPort?
    private let memory: Memory
    private let options: [String]
    private let launcher: [String]
    private let configuration: String?

    /// `true` if the options contain a certificate. Then all connections are encrypted.
    private var encrypts: Bool { options.contains("--tls-cert-file") }

    private let lock = NSLock()
    private var process: ChildProcess?

    /// Starts a server, and waits until it answers.
    ///
    /// - Parameters:
    ///   - isInCluster: `true` if it can be a part of a cluster.
    ///   - options: Further options of the server's command line, as in `["--requirepass",
    ///     "secret"]`.
    ///   - launcher: Words before the command. With `["setpriv", "--pdeathsig", "KILL"]`, the
    ///     server dies with the thread that starts it.
    ///   - configuration: The content of a file that the server reads, and may write.
    public init(
        memory: Memory = .none, isInCluster: Bool = false, options: [String] = [], launcher: [String] = [],
        configuration: String? = nil
    ) throws {
        reservedForCluster = isInCluster ? ReservedPort() : nil
        self.launcher = launcher
        self.configuration = configuration
        self.memory = memory
        self.options = options
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("relay-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try configuration?.write(to: configurationFile, atomically: true, encoding: .utf8)
        try start()
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(at: folder)
    }

    public var port: Int { reserved.number }

    /// The port for other nodes of a cluster. It's zero if the server can't be in one.
    public var clusterPort: Int { reservedForCluster?.number ?? 0 }

    private var configurationFile: URL { folder.appendingPathComponent("server.conf") }

    /// Starts the server again on the same port, after `kill`.
    public func start() throws {
        let words =
            launcher + ["redis-server"] + (configuration == nil ? [] : [configurationFile.path]) + [
                "--port", encrypts ? "0" : "\(port)", "--tls-port", encrypts ? "\(port)" : "0",
                "--bind", "127.0.0.1", "--dir", folder.path, "--save", "",
                "--appendonly", memory == .disk ? "yes" : "no", "--appendfsync", "always",
            ] + (clusterPort == 0 ? [] : ["--cluster-enabled", "yes", "--cluster-port", "\(clusterPort)"]) + options
        let process = try ChildProcess(words[0], Array(words.dropFirst()), complaintsAreRead: true)
        lock.withLock { self.process = process }
        try Self.waitUntilReady(process)
    }

    /// Waits until the server prints that it accepts connections.
    ///
    /// A connection to its port wouldn't show whether it's this server.
    private static func waitUntilReady(_ process: ChildProcess) throws {
        var lines: [String] = []
        while let line = process.line(within: 30) {
            lines.append(line)
            if ["Ready to accept connections", "Sentinel ID is"].contains(where: line.contains) { return }
        }
        throw RigError("The server didn't start. Its output:\n\(lines.joined(separator: "\n"))")
    }

    /// Ends the server by a signal that it can't handle.
    public func kill() { lock.withLock { process }?.kill() }

    /// Stops the server's answers. Clients can still connect.
    public func pause() { lock.withLock { process }?.signal(SIGSTOP) }

    /// Lets the server continue after `pause`.
    public func resume() { lock.withLock { process }?.signal(SIGCONT) }

    /// Runs a command by `redis-cli`, and returns its output.
    @discardableResult
    public func command(_ words: String..., options: [String] = []) throws -> String {
        try ChildProcess.run("redis-cli", ["-p", "\(port)"] + options + words).text
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

/// A failure of the rig.
public struct RigError: Error, CustomStringConvertible {
    public let description: String
    public init(_ description: String) { self.description = description }
}
