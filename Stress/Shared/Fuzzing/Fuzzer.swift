import Foundation
import StressSupport

/// Runs rounds, and counts their operations.
public final class Fuzzer: Sendable {

    public let seed: UInt64
    public let findings = Findings()
    private let threads: Int
    private let patience: Double
    private let counters = Operation.all.map { _ in AtomicCounter() }
    private let born = AtomicCounter()
    private let handled = AtomicCounter()
    private let rounds = AtomicCounter()
    private let watched = Guarded<(world: FuzzWorld, seed: UInt64)?>(nil)

    public init(seed: UInt64, threads: Int, patience: Double) {
        self.seed = seed
        self.threads = threads
        self.patience = patience
        if isSanitized { Nobody.remember() }
        Thread.detachNewThread { [self] in guardForever() }
    }

    public var roundCount: Int { rounds.value }
    public var operationCount: Int { counters.reduce(0) { $0 + $1.value } }
    public var objectCount: Int { born.value }

    /// The operations, and how often each was performed.
    public var operations: [(name: String, count: Int)] {
        zip(Operation.all, counters).map { ($0.name, $1.value) }
    }

    /// Runs one round.
    public func runRound() {
        let seed = seed &+ UInt64(rounds.value)
        let round = FuzzRound(seed: seed, threads: threads, patience: patience, findings, counters)
        watched.withLock { $0 = (round.world, seed) }
        round.run()
        watched.withLock { $0 = nil }
        rounds.add(1)
        born.add(round.world.lives.ever)
        if !findings.isEmpty { printError(again(seed)) }
    }

    private func again(_ seed: UInt64) -> String {
        "to repeat: make fuzz ARGS=\"--seed \(seed) --threads \(threads)\""
    }

    /// Ends the process with a report if there's no progress.
    private func guardForever() -> Never {
        var latest = -1, lastMove = Date()
        while true {
            usleep(200_000)
            let beats = watched.withLock { $0.map { $0.world.beats.value + $0.world.lives.ever - $0.world.lives.now } }
            if beats != latest || beats == nil {
                (latest, lastMove) = (beats ?? -1, Date())
            } else if -lastMove.timeIntervalSinceNow > patience * 1.5 {
                printError("VIOLATION hang: no progress for \(Int(patience * 1.5)) seconds\n\(OperationStack.all)")
                printError(again(watched.withLock { $0?.seed } ?? seed))
                printError(
                    "A core of this process shows all stacks: gdb .build/release/Fuzz core -ex 'thread apply all bt'")
                abort()
            }
        }
    }

    /// Prints the current operations when the process crashes.
    public func explainCrashes() {
        crashing.withLock { $0 = self }
        if isSanitized { return }
        for number in [SIGSEGV, SIGILL, SIGTRAP, SIGBUS, SIGFPE] {
            signal(number) { number in
                signal(number, SIG_DFL)
                if let fuzzer = crashing.withLock({ $0 }) {
                    let seed = fuzzer.watched.withLock { $0?.seed } ?? fuzzer.seed
                    printError("VIOLATION crash: signal \(number)\n\(OperationStack.all)\n\(fuzzer.again(seed))")
                }
                raise(number)
            }
        }
    }
}

/// The fuzzer that reports when the process crashes.
private let crashing = Guarded<Fuzzer?>(nil)
