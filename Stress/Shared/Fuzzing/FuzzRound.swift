import Foundation
import StressSupport
import SwiftObserver

/// One world from beginning to end.
///
/// Threads do random operations in it. Then everything in it dies.
struct FuzzRound {

    let seed: UInt64
    let threads: Int
    let operationsPerThread: Int
    let world: FuzzWorld

    /// The time to wait for objects to die when there's no progress.
    let patience: Double

    init(seed: UInt64, threads: Int, patience: Double, _ findings: Findings, _ counters: [AtomicCounter]) {
        self.seed = seed
        self.threads = threads
        self.patience = patience
        operationsPerThread = isSanitized ? 300 : 1000
        world = FuzzWorld(findings, operations: 10 * threads * operationsPerThread, counters: counters)
    }

    func run() {
        onThreads { random in
            for _ in 0..<operationsPerThread { act(&random) }
        }
        onThreads { random in
            for _ in 0..<operationsPerThread / 10 { act(&random) }
            world.clear(&random)
        }
        world.beQuiet()
        waitForDeaths()
    }

    private func act(_ random: inout SplitMix64) {
        let operation = Operation.any(&random)
        world.act(because: .thread, random.next(), 0, operation) { try Operation.all[operation].act(&$0) }
    }

    private func onThreads(_ work: @escaping @Sendable (inout SplitMix64) -> Void) {
        let group = DispatchGroup()
        for index in 0..<threads {
            group.enter()
            let thread = Thread {
                var random = SplitMix64(seed &+ UInt64(index + 1) &* 0xA24B_AED4_963E_E407)
                work(&random)
                group.leave()
            }
            thread.name = "fuzz \(index)"
            thread.start()
        }
        group.wait()
    }

    private func waitForDeaths() {
        var random = SplitMix64(seed), lowest = Int.max, began = Date()
        while true {
            world.clear(&random)
            world.breakCycles()
            let lives = world.lives.now
            if lives == 0 { return }
            if lives < lowest { (lowest, began) = (lives, Date()) }
            if -began.timeIntervalSinceNow > patience {
                return world.findings.report("leak: \(lives) objects are still alive: \(world.lives.description)")
            }
            usleep(500)
        }
    }
}
