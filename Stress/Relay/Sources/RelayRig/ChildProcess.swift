import Foundation

/// Another process, to which lines are said, and which says lines.
///
/// It inherits nothing that is open here but one end of its own pair of sockets, and where this process complains. With an end of
/// another pair, it would keep that open, and whoever reads at the other end would wait for both processes. So it closes all
/// else when it starts. As Swift Testing starts processes too, what the rig opens is closed whenever a program starts.
///
/// `@unchecked Sendable` because all that changes is under the condition's lock.
public final class ChildProcess: @unchecked Sendable {

    public let pid: pid_t
    private let socket: Int32
    private let condition = NSCondition()
    private var lines: [String] = []
    private var hasSaidAll = false
    private var status: Int32?

    /// Starts a program. If there's no slash in its path, it's looked for where a shell would.
    ///
    /// - Parameter complaintsAreRead: Whether what it says on its standard error is read with all else.
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

    /// Lets a new process close all descriptors from a number on. Swift doesn't import the function, and old systems lack it.
    private static let closeFrom = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
        unsafeBitCast($0, to: CloseFrom.self)
    }

    /// Runs a program, and tells what it has said when it's gone, and whether it has ended well. Kills it if it's silent for a
    /// minute.
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
        // Until it's said under the lock that it's gone, no other process gets its id, so no signal goes astray.
        var end = siginfo_t(), status: Int32 = 0
        while waitid(P_PID, id_t(pid), &end, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        condition.withLock {
            Children.remove(pid)
            while waitpid(pid, &status, 0) < 0, errno == EINTR {}
            self.status = status
            condition.broadcast()
        }
    }

    /// Says a line to it.
    public func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// The next line that it says, or `nil` if it says none in time, or has ended.
    public func line(within seconds: Double) -> String? {
        let deadline = Date(timeIntervalSinceNow: seconds)
        return condition.withLock {
            while lines.isEmpty, !hasSaidAll { if !condition.wait(until: deadline) { break } }
            return lines.isEmpty ? nil : lines.removeFirst()
        }
    }

    /// Sends it a signal, unless it's gone.
    public func signal(_ number: Int32) { condition.withLock { if status == nil { Glibc.kill(pid, number) } } }

    /// Ends it by a signal that it can't handle, and waits until it's gone.
    public func kill() {
        signal(SIGKILL)
        condition.withLock { while status == nil { condition.wait() } }
    }

    /// Waits until it's gone, and tells whether it has ended by itself and without complaint.
    public func hasEndedWell(within seconds: Double) -> Bool {
        let deadline = Date(timeIntervalSinceNow: seconds)
        return condition.withLock {
            while status == nil { if !condition.wait(until: deadline) { break } }
            return status == 0
        }
    }
}
