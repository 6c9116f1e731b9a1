import Foundation

/// A real server on a free port of this machine, in a folder of its own.
public final class RedisServer: @unchecked Sendable {

    /// Whether what the server has confirmed survives its death.
    public enum Memory: Sendable {
        case none

        /// Each command is on disk before it's confirmed.
        case disk
    }

    public let port: Int
    public let folder: URL
    private let memory: Memory
    private let options: [String]
    private let launcher: [String]
    private let configuration: String?

    /// Whether a certificate is among the options. Then all connections are encrypted.
    private var encrypts: Bool { options.contains("--tls-cert-file") }

    private let lock = NSLock()
    private var process: Process?

    /// Starts a server, and waits until it answers.
    ///
    /// - Parameters:
    ///   - options: Further ones of the server's command line, as in `["--requirepass", "secret"]`.
    ///   - launcher: What stands in front of the command, as in `["setpriv", "--pdeathsig", "KILL"]`, by which the server dies
    ///     with the thread that starts it.
    ///   - configuration: What a file contains that the server reads, and may write.
    public init(
        memory: Memory = .none, options: [String] = [], launcher: [String] = [], configuration: String? = nil
    ) throws {
        self.launcher = launcher
        self.configuration = configuration
        self.memory = memory
        self.options = options
        port = Ports.free()
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("relay-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try configuration?.write(to: configurationFile, atomically: true, encoding: .utf8)
        try start()
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(at: folder)
    }

    private var configurationFile: URL { folder.appendingPathComponent("server.conf") }

    /// Starts the server again on the same port, after `kill`.
    public func start() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            launcher + ["redis-server"] + (configuration == nil ? [] : [configurationFile.path]) + [
                "--port", encrypts ? "0" : "\(port)", "--tls-port", encrypts ? "\(port)" : "0",
                "--bind", "127.0.0.1", "--dir", folder.path, "--save", "",
                "--appendonly", memory == .disk ? "yes" : "no", "--appendfsync", "always", "--logfile", "server.log",
            ] + options
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        Children.add(process.processIdentifier)
        lock.withLock { self.process = process }
        try waitUntilListening()
    }

    /// Waits until the port is open.
    private func waitUntilListening() throws {
        for _ in 0..<1000 {
            if Ports.isOpen(port) { return }
            usleep(10_000)
        }
        throw RigError("The server didn't start. See \(folder.path)/server.log.")
    }

    /// Ends the server by a signal that it can't handle.
    public func kill() { signal(SIGKILL, waits: true) }

    /// Lets the server answer nothing, though it can still be connected to.
    public func pause() { signal(SIGSTOP) }

    /// Lets the server go on after `pause`.
    public func resume() { signal(SIGCONT) }

    private func signal(_ number: Int32, waits: Bool = false) {
        let process = lock.withLock { self.process }
        guard let process, process.isRunning else { return }
        Glibc.kill(process.processIdentifier, number)
        if waits {
            Glibc.kill(process.processIdentifier, SIGCONT)
            process.waitUntilExit()
            Children.remove(process.processIdentifier)
        }
    }

    /// Runs a command by `redis-cli`, and returns what it prints.
    @discardableResult
    public func command(_ words: String..., options: [String] = []) throws -> String {
        let process = Process(), output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["redis-cli", "-p", "\(port)"] + options + words
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

/// Something that the rig could not do.
public struct RigError: Error, CustomStringConvertible {
    public let description: String
    public init(_ description: String) { self.description = description }
}
