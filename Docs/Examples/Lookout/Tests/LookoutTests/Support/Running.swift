import Foundation
import Synchronization

/// The program, run as users run it.
final class Running: Sendable {

    struct End {
        let status: Int32
        let wasKilled: Bool
        let seconds: Double
        let output: String
        let errors: String
    }

    let id: Int32
    private let hasEnded = Mutex(false)
    private let folder = Folder()
    private var outputPath: String { folder("out") }

    /// - Parameter grace: The number of seconds that the program may take to end. The default only
    ///   ends one that hangs.
    init(_ arguments: [String], grace: Int = 1200) {
        // `Process` waits on the run loop of its thread, which isn't reliable on several threads at
        // once.
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        for (file, name) in [(1, "out"), (2, "errors")] {
            posix_spawn_file_actions_addopen(&actions, Int32(file), folder(name), O_WRONLY | O_CREAT | O_APPEND, 0o600)
        }
        let all = [Self.program, "--grace", "\(grace)"] + arguments
        var words: [UnsafeMutablePointer<CChar>?] = all.map { strdup($0) } + [nil]
        var process: pid_t = 0
        // Threads of queues block signals, which a process would inherit.
        var attributes = posix_spawnattr_t(), nothing = sigset_t()
        posix_spawnattr_init(&attributes)
        sigemptyset(&nothing)
        posix_spawnattr_setsigmask(&attributes, &nothing)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        precondition(posix_spawn(&process, Self.program, &actions, &attributes, &words, environ) == 0)
        posix_spawnattr_destroy(&attributes)
        id = process
        for word in words { free(word) }
        posix_spawn_file_actions_destroy(&actions)
    }

    /// The path of the program, which is in the same folder as the tests.
    static let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appendingPathComponent("Lookout").path

    var output: String { text(of: "out") }

    var errors: String { text(of: "errors") }

    private func text(of name: String) -> String {
        FileManager.default.contents(atPath: folder(name)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// The port of the server, as soon as the program prints it.
    var port: UInt16 {
        var found: UInt16?
        _ = eventually {
            found = output.split(separator: "\n").first?.split(separator: ":").last.flatMap {
                UInt16($0.filter(\.isNumber))
            }
            return found != nil || !isRunning
        }
        return found ?? 0
    }

    func send(_ signal: Int32) { kill(id, signal) }

    /// Sends a signal, and waits until the program has ended.
    func end(_ signal: Int32 = SIGTERM) -> End {
        let start = ContinuousClock.now
        send(signal)
        return waitForEnd(since: start)
    }

    func waitForEnd(since start: ContinuousClock.Instant = .now) -> End {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        hasEnded.withLock { $0 = true }
        let signal = status & 0x7f
        return End(
            status: status >> 8 & 0xff, wasKilled: signal != 0, seconds: (ContinuousClock.now - start) / .seconds(1),
            output: output, errors: text(of: "errors"))
    }

    private var isRunning: Bool {
        var info = siginfo_t()
        return waitid(P_PID, id_t(id), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info._sifields._sigchld.si_pid == 0
    }

    deinit {
        if hasEnded.withLock({ $0 }) { return }
        kill(id, SIGKILL)
        waitpid(id, nil, 0)
    }

    /// The program's memory in megabytes.
    var megabytes: Int {
        let status = (try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS") }
        return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) / 1024
    }
}

/// The limit that ends a wait that would hang.
///
/// Only a broken program makes a test wait this long, even on a busy machine.
let hangLimit = 1200.0

/// Evaluates the condition repeatedly, up to the hang limit.
func eventually(_ condition: () -> Bool) -> Bool {
    let deadline = ContinuousClock.now + .seconds(hangLimit)
    while ContinuousClock.now < deadline {
        if condition() { return true }
        usleep(2_000)
    }
    return condition()
}

/// The factor by which tests take longer than they must.
let scale = ProcessInfo.processInfo.environment["LOOKOUT_TESTS_SCALE"].flatMap { Double($0) } ?? 1

func scaled(_ count: Int) -> Int { max(1, Int(Double(count) * scale)) }
