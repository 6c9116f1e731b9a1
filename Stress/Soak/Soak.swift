import Foundation
import Fuzzing
import StressSupport
import SwiftObserver
import Synchronization

/// Counts messages, and watches the memory. Returns `true` if all is fine.
///
/// Unless the options set a number of messages, it also fuzzes.
func soak(_ options: SoakOptions) -> Bool {
    let start = Date(), shared = SharedMessenger(), isOver = Atomic(false), isExact = Atomic(true)
    let streams = (0..<options.threads).map { _ in
        // The fuzzer repeatedly ends all observations of the shared observer.
        CountedStream(shared, heardBy: options.messages == nil ? FreeObserver() : .shared)
    }
    let group = DispatchGroup()
    var memory = MemoryWatch(), isFlat = true
    var elapsed: Double { -start.timeIntervalSinceNow }
    print("seed \(options.seed), \(options.threads) threads that send counted messages")
    for stream in streams {
        group.enter()
        Thread.detachNewThread {
            while !isOver.load(ordering: .relaxed) {
                guard stream.sendBatch() else {
                    isExact.store(false, ordering: .relaxed)
                    break
                }
            }
            group.leave()
        }
    }
    let fuzzer = options.messages == nil ? Fuzzer(seed: options.seed, threads: 6, patience: 30) : nil
    fuzzer?.explainCrashes()
    var heard: Int { streams.reduce(0) { $0 + $1.heard } }
    var said = 0
    func goesOn() -> Bool {
        let isEnough = options.messages.map { heard >= $0 } ?? (elapsed >= options.seconds)
        return !isEnough && isFlat && isExact.load(ordering: .relaxed) && fuzzer?.findings.isEmpty != false
    }
    while goesOn() {
        if let fuzzer { fuzzer.runRound() } else { usleep(100_000) }
        let isWarmingUp = options.messages == nil ? elapsed < min(options.seconds / 3, 600) : elapsed < 5
        isFlat = memory.sample(isWarmingUp: isWarmingUp)
        if Int(elapsed / 60) > said {
            said = Int(elapsed / 60)
            print(
                "\(said) minutes: \(heard) messages, \(fuzzer?.operationCount ?? 0) operations, \(Int(MemoryWatch.resident)) MB"
            )
            fflush(nil)
        }
    }
    isOver.store(true, ordering: .relaxed)
    group.wait()
    let heardOfShared = shared.countHeard()
    let isAllHeard = isExact.load(ordering: .relaxed) && heardOfShared != nil
    let total = heard + (heardOfShared ?? 0), seconds = elapsed
    print("\(total) messages handled, \(Int(Double(total) / seconds / 1e6)) million a second, \(Int(seconds)) seconds")
    if let fuzzer { print("\(fuzzer.operationCount) operations in \(fuzzer.roundCount) rounds of fuzzing") }
    print(memory.description)
    if !isAllHeard { printError("VIOLATION count: not every message was handled exactly once") }
    if !isFlat { printError("VIOLATION growth: \(memory.description)") }
    return isAllHeard && isFlat && fuzzer?.findings.isEmpty != false
}
