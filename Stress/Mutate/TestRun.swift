import Foundation
import Glibc
import StressSupport

/// Runs the tests with one mutant, until the first of them fails.
struct TestRun {

    enum Verdict {
        case survived
        case died(String)

        var isDeath: Bool { if case .died = self { true } else { false } }
    }

    let directory: String
    let seconds: Int

    /// - Parameter number: The mutant, or 0 for the unchanged library.
    /// - Parameter isLoud: `true` to print the output of the tests, and not to end them early.
    func run(_ number: Int, isLoud: Bool = false) throws -> Verdict {
        let reader = try spawn(number)
        defer { close(reader.output) }
        let deadline = ContinuousClock.now + .seconds(seconds)
        var text: [UInt8] = [], buffer = [UInt8](repeating: 0, count: 1 << 16), reason: String?
        reading: while true {
            let left = Int32(
                clamping: (deadline - .now) / .milliseconds(1) < 0 ? 0 : Int((deadline - .now) / .milliseconds(1)))
            var descriptor = pollfd(fd: reader.output, events: Int16(POLLIN), revents: 0)
            if poll(&descriptor, 1, left) == 0 {
                reason = "the tests hang"
                break
            }
            let count = read(reader.output, &buffer, buffer.count)
            if count <= 0 { break }
            if isLoud { FileHandle.standardOutput.write(Data(buffer[..<count])) }
            text += buffer[..<count]
            for line in text.split(separator: .newline) where !isLoud {
                let line = String(decoding: line, as: UTF8.self)
                if line.contains("✘"), line.contains("recorded an issue") {
                    reason = line.firstMatch(of: /Test (.*?) recorded/).map { String($0.output.1) } ?? line
                    break reading
                }
            }
            if let end = text.lastIndex(of: .newline) { text.removeSubrange(...end) }
        }
        if reason != nil { kill(-reader.process, SIGKILL) }
        var status: Int32 = 0
        while waitpid(reader.process, &status, 0) < 0, errno == EINTR {}
        kill(-reader.process, SIGKILL)
        if let reason { return .died(reason) }
        if status & 0x7f != 0 { return .died("crash by signal \(status & 0x7f)") }
        return status == 0 ? .survived : .died("exit code \(status >> 8)")
    }

    /// Starts the tests in their own process group, so that they end with their children.
    private func spawn(_ number: Int) throws -> (process: pid_t, output: Int32) {
        var pipes: [Int32] = [0, 0], actions = posix_spawn_file_actions_t(), attributes = posix_spawnattr_t()
        Self.spawning.lock()
        defer { Self.spawning.unlock() }
        guard pipe(&pipes) == 0 else { throw ProgramError("no pipe: \(errno)") }
        for pipe in pipes { _ = fcntl(pipe, F_SETFD, FD_CLOEXEC) }
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, pipes[1], 1)
        posix_spawn_file_actions_adddup2(&actions, pipes[1], 2)
        posix_spawnattr_init(&attributes)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
            close(pipes[1])
        }
        let bundle = "\(directory)/.build/debug/MutantsPackageTests.xctest"
        let arguments = [bundle, "--testing-library", "swift-testing", "--skip", Self.readsFiles]
        var environment = ProcessInfo.processInfo.environment
        environment["MUTANT"] = "\(number)"
        environment["SWIFT_BACKTRACE"] = "enable=no"
        var process: pid_t = 0
        let status = withStrings(arguments) { arguments in
            withStrings(environment.map { "\($0)=\($1)" }) { environment in
                posix_spawn(&process, bundle, &actions, &attributes, arguments, environment)
            }
        }
        guard status == 0 else {
            close(pipes[0])
            throw ProgramError("\(bundle) can't be started: \(String(cString: strerror(status)))")
        }
        return (process, pipes[0])
    }

    /// The tests that compare files of the package, which the copy doesn't contain.
    private static let readsFiles = "LayeringTests|contains the code of"

    /// Prevents two processes from starting at once. One could keep the other's pipe open.
    private static let spawning = NSLock()

    private func withStrings<Result>(
        _ strings: [String], _ act: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        let copies = strings.map { strdup($0) } + [nil]
        defer { copies.forEach { free($0) } }
        return copies.withUnsafeBufferPointer { act($0.baseAddress.unsafelyUnwrapped) }
    }

    /// Limits the memory of processes that are started from now on.
    static func limitMemory() {
        var limit = rlimit(rlim_cur: 8 << 30, rlim_max: 8 << 30)
        setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
        limit = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    }
}
