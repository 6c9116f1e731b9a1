import Foundation
import RelayRig
import Synchronization

/// Tries the histories of a range of seeds, on one or several threads.
///
/// Environment variables set both.
final class HistoryRun: Sendable {

    private let seeds: Range<UInt64>
    let jobCount: Int

    /// `true` to print progress.
    private let isLong: Bool

    private struct State {
        var failures: [String] = []
        var count: UInt64 = 0
    }

    private let state = Mutex(State())

    /// The number of failures that end the run.
    private static let failureLimit = 5

    init() {
        let one = Self.number("RELAY_SEED"), count = Self.number("RELAY_HISTORIES")
        let first = one ?? Self.number("RELAY_FIRST_SEED") ?? 1
        seeds = first..<(first + (one == nil ? count ?? UInt64(Scale.some) : 1))
        jobCount = Self.number("RELAY_JOBS").map { max(1, Int($0)) } ?? 1
        isLong = count != nil
    }

    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }

    /// The first failures.
    var failures: [String] { state.withLock { $0.failures } }

    /// Tries the histories of one of the threads.
    func tryHistories(of job: Int) {
        for seed in stride(from: seeds.lowerBound + UInt64(job), to: seeds.upperBound, by: jobCount) {
            let history = History(seed: seed)
            history.run()
            if !note(seed, history.complaints) { return }
        }
    }

    /// Counts a history, and notes its failure. Returns `false` if enough have failed.
    private func note(_ seed: UInt64, _ complaints: [String]) -> Bool {
        let failure = complaints.isEmpty ? nil : "With seed \(seed): \(complaints.joined(separator: "; "))"
        if let failure { printError(failure) }
        let (count, mayContinue) = state.withLock { state in
            state.count += 1
            if let failure { state.failures.append(failure) }
            return (state.count, state.failures.count < Self.failureLimit)
        }
        if isLong, count.isMultiple(of: 10_000) { printError("\(count) of \(seeds.count) histories tried") }
        return mayContinue
    }
}
