import Foundation

/// Another process, to which lines are said, and which says lines.
///
/// `@unchecked Sendable` because all that changes is under the condition's lock.
public final class ChildProcess: @unchecked Sendable {

    public let pid: pid_t
    private let input: Int32
    private let condition = NSCondition()
    private var lines: [String] = []
    private var hasSaidAll = false
    private var status: Int32?

    /// Starts a program.
    public init(_ path: String, _ arguments: [String]) throws {
        let (inputRead, inputWrite) = try Self.pipe(), (outputRead, outputWrite) = try Self.pipe()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, inputRead, 0)
        posix_spawn_file_actions_adddup2(&actions, outputWrite, 1)
        let words = ([path] + arguments).map { strdup($0) }
        let variables = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") }
        defer {
            for word in words + variables { free(word) }
            posix_spawn_file_actions_destroy(&actions)
            close(inputRead)
            close(outputWrite)
        }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, path, &actions, nil, words + [nil], variables + [nil])
        guard code == 0 else { throw RigError("\(path) could not be started: \(String(cString: strerror(code)))") }
        self.pid = pid
        input = inputWrite
        Children.add(pid)
        Thread.detachNewThread { [self] in read(outputRead) }
        Thread.detachNewThread { [self] in reap() }
    }

    deinit { close(input) }

    private static func pipe() throws -> (Int32, Int32) {
        var ends: [Int32] = [0, 0]
        guard Glibc.pipe(&ends) == 0 else { throw RigError("no pipe: \(String(cString: strerror(errno)))") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    private func read(_ output: Int32) {
        var pending: [UInt8] = [], buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(output, &buffer, buffer.count)
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
        close(output)
        condition.withLock {
            hasSaidAll = true
            condition.broadcast()
        }
    }

    private func reap() {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        Children.remove(pid)
        condition.withLock {
            self.status = status
            condition.broadcast()
        }
    }

    /// Says a line to it.
    public func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(input, bytes, bytes.count)
    }

    /// The next line that it says, or `nil` if it says none in time, or has ended.
    public func line(within seconds: Double) -> String? {
        let deadline = Date(timeIntervalSinceNow: seconds)
        return condition.withLock {
            while lines.isEmpty, !hasSaidAll { if !condition.wait(until: deadline) { break } }
            return lines.isEmpty ? nil : lines.removeFirst()
        }
    }

    /// Ends it by a signal that it can't handle, and waits until it's gone.
    public func kill() {
        condition.withLock {
            if status == nil { Glibc.kill(pid, SIGKILL) }
            while status == nil { condition.wait() }
        }
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
