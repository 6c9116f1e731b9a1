import Foundation

/// Another process, which reads and prints lines.
///
/// It inherits only one end of its own pair of sockets, and the standard error of this process. If
/// it inherited an end of another pair, that socket would stay open, and its reader would wait for
/// both processes. So it closes all other descriptors when it starts. Swift Testing starts
/// processes, too, so the rig marks its descriptors as close-on-exec.
///
/// `@unchecked Sendable` because all mutable state is under the condition's lock.
public final class ChildProcess: @unchecked Sendable {

    public let pid: pid_t
    private let socket: Int32
    private let condition = NSCondition()
    private var lines: [String] = []
    private var hasSaidAll = false
    private var status: Int32?

    /// Starts a program. A path without a slash is looked up like in a shell.
    ///
    /// - Parameter complaintsAreRead: `true` to read its standard error together with its output.
    public init(_ path: String, _ arguments: [String], complaintsAreRead: Bool = false) throws {
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw RigError("no sockets for \(path): \(String(cString: strerror(errno)))")
        }
        socket = ends[0]
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        if complaintsAreRead { posix_spawn_file_actions_adddup2(&actions, ends[1], 2) }
        _ = Self.closeFrom?(&actions, 3)
        let words = ([path] + arguments).map { strdup($0) }
        let variables = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") }
        defer {
            for word in words + variables { free(word) }
            posix_spawn_file_actions_destroy(&actions)
            close(ends[1])
        }
        var pid: pid_t = 0
        let code = posix_spawnp(&pid, path, &actions, nil, words + [nil], variables + [nil])
        guard code == 0 else { throw RigError("\(path) could not be started: \(String(cString: strerror(code)))") }
        self.pid = pid
        Children.add(pid)
        Thread.detachNewThread { [self] in read() }
        Thread.detachNewThread { [self] in reap() }
    }

    deinit { close(socket) }

    private typealias CloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

    /// Makes a new process close all descriptors from a number on.
    ///
    /// Swift doesn't import the function, and old systems lack it.
    private static let closeFrom = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
        unsafeBitCast($0, to: CloseFrom.self)
    }

    /// Runs a program. Returns its output, and `true` if it ended without an error.
    ///
    /// Kills it if it prints nothing for a minute.
    @discardableResult
    public static func run(
        _ path: String, _ arguments: [String], complaintsAreRead: Bool = false
    ) throws -> (text: String, endedWell: Bool) {
        let process = try ChildProcess(path, arguments, complaintsAreRead: complaintsAreRead)
        defer { process.kill() }
        var lines: [String] = []
        while let line = process.line(within: 60) { lines.append(line) }
        return (lines.joined(separator: "\n"), process.hasEndedWell(within: 60))
    }

    private func read() {
        var pending: [UInt8] = [], buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(socket, &buffer, buffer.count)
            if count <= 0 { break }
            pending += buffer[..<count]
            while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: pending[..<end], as: UTF8.self)
                pending.removeSubrange(...end)
                condition.withLock {
                    lines.append(line)
                    condition.broadcast()
                }
            }
        }
        condition.withLock {
            hasSaidAll = true
            condition.broadcast()
        }
    }

    private func reap() {
        // Until the end is noted under the lock, no other process can get the id. So no signal goes
        // to a wrong process.
        var end = siginfo_t(), status: Int32 = 0
        while waitid(P_PID, id_t(pid), &end, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        condition.withLock {
            Children.remove(pid)
            while waitpid(pid, &status, 0) < 0, errno == EINTR {}
            self.status = status
            condition.broadcast()
        }
    }

    /// Sends it a line.
    public func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// The next line that it prints, or `nil` if it prints none in time, or has ended.
    public func line(within seconds: Double) -> String? {
        let deadline = Date(timeIntervalSinceNow: seconds)
        return condition.withLock {
            while lines.isEmpty, !hasSaidAll { if !condition.wait(until: deadline) { break } }
            return lines.isEmpty ? nil : lines.removeFirst()
        }
    }

    /// Sends it a signal, unless it has ended.
    public func signal(_ number: Int32) { condition.withLock { if status == nil { Glibc.kill(pid, number) } } }

    /// Ends it by a signal that it can't handle, and waits until it has ended.
    public func kill() {
        signal(SIGKILL)
        condition.withLock { while status == nil { condition.wait() } }
    }

    /// Waits until it has ended. Returns `true` if it has ended by itself and without an error.
    public func hasEndedWell(within seconds: Double) -> Bool {
        let deadline = Date(timeIntervalSinceNow: seconds)
        return condition.withLock {
            while status == nil { if !condition.wait(until: deadline) { break } }
            return status == 0
        }
    }
}
