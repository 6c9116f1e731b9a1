import Glibc
import Synchronization

/// The processes that this one has started.
///
/// They don't outlive it, unless a signal that it can't handle ends it.
public enum Children {

    /// The ids, in fixed memory that a signal handler can read. Zero is no process.
    private static let pids = AtomicPids(count: 256)

    /// Kills all of them when this process ends, also by SIGINT or SIGTERM.
    public static func dieWithUs() {
        _ = pids
        atexit { Children.killAll() }
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number) { number in
                Children.killAll()
                _exit(128 + number)
            }
        }
        signal(SIGPIPE, SIG_IGN)
    }

    static func add(_ pid: pid_t) { pids.exchangeFirst(0, pid) }

    static func remove(_ pid: pid_t) { pids.exchangeFirst(pid, 0) }

    /// The number of living processes.
    public static var count: Int { pids.all.filter { $0 != 0 }.count }

    static func killAll() { for pid in pids.all where pid != 0 { kill(pid, SIGKILL) } }
}

/// A fixed number of process ids, each of which can be exchanged.
///
/// `@unchecked Sendable` because its memory is atomic, and never freed.
private final class AtomicPids: @unchecked Sendable {

    private let memory: UnsafeMutableBufferPointer<Atomic<pid_t>>

    init(count: Int) {
        memory = .allocate(capacity: count)
        for index in 0..<count { (memory.baseAddress! + index).initialize(to: Atomic(0)) }
    }

    var all: [pid_t] { (0..<memory.count).map { memory[$0].load(ordering: .sequentiallyConsistent) } }

    func exchangeFirst(_ old: pid_t, _ new: pid_t) {
        for index in 0..<memory.count
        where memory[index].compareExchange(expected: old, desired: new, ordering: .sequentiallyConsistent).exchanged {
            return
        }
    }
}
