import Foundation

/// A real server on a port of this machine, which it keeps while it's down, in a folder of its own.
public final class RedisServer: @unchecked Sendable {

    /// Whether what the server has confirmed survives its death.
    public enum Memory: Sendable {
        case none

        /// Each command is on disk before it's confirmed.
        case disk
    }

    public let folder: URL
    private let reserved = ReservedPort()
    private let reservedForCluster: ReservedPort?
    private let memory: Memory
    private let options: [String]
    private let launcher: [String]
    private let configuration: String?

    /// Whether a certificate is among the options. Then all connections are encrypted.
    private var encrypts: Bool { options.contains("--tls-cert-file") }

    private let lock = NSLock()
    private var process: ChildProcess?

    /// Starts a server, and waits until it answers.
    ///
    /// - Parameters:
    ///   - isInCluster: Whether it could be a part of a cluster.
    ///   - options: Further ones of the server's command line, as in `["--requirepass", "secret"]`.
    ///   - launcher: What stands in front of the command, as in `["setpriv", "--pdeathsig", "KILL"]`, by which the server dies
    ///     with the thread that starts it.
    ///   - configuration: What a file contains that the server reads, and may write.
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

    /// Where it listens to other nodes of a cluster. Zero if it can't be in one.
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

    /// Waits until it says that it can be connected to. That someone listens on its port would not tell whether it's this one.
    private static func waitUntilReady(_ process: ChildProcess) throws {
        var lines: [String] = []
        while let line = process.line(within: 30) {
            lines.append(line)
            if ["Ready to accept connections", "Sentinel ID is"].contains(where: line.contains) { return }
        }
        throw RigError("The server didn't start. It says:\n\(lines.joined(separator: "\n"))")
    }

    /// Ends the server by a signal that it can't handle.
    public func kill() { lock.withLock { process }?.kill() }

    /// Lets the server answer nothing, though it can still be connected to.
    public func pause() { lock.withLock { process }?.signal(SIGSTOP) }

    /// Lets the server go on after `pause`.
    public func resume() { lock.withLock { process }?.signal(SIGCONT) }

    /// Runs a command by `redis-cli`, and returns what it prints.
    @discardableResult
    public func command(_ words: String..., options: [String] = []) throws -> String {
        try ChildProcess.run("redis-cli", ["-p", "\(port)"] + options + words).text
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

/// Something that the rig could not do.
public struct RigError: Error, CustomStringConvertible {
    public let description: String
    public init(_ description: String) { self.description = description }
}
