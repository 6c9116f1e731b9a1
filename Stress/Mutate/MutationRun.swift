import Foundation
import StressSupport
import Synchronization

/// Tries mutants one after the other, a few at a time, and reports the survivors.
struct MutationRun {

    let trial: TestRun
    let jobs: Int

    /// Returns `true` if 95 of 100 mutants died, without those whose survival is explained.
    func run(_ mutants: [LineMutant], _ rejected: Int, _ explained: ExplainedMutants) throws -> Bool {
        try checkTests()
        let verdicts = try verdicts(on: mutants)
        try checkTests()
        let survivors = zip(mutants, verdicts).filter { !$0.1.isDeath }.map(\.0)
        let unexplained = survivors.filter { explained.reason(of: $0) == nil }
        for mutant in survivors {
            print("lives: \(mutant.number) \(mutant.place)\n    - \(mutant.before)\n    + \(mutant.after)")
            if let reason = explained.reason(of: mutant) { print("    explained: \(reason)") }
        }
        let relevant = mutants.count - survivors.count + unexplained.count
        print(
            "\(mutants.count) mutants compile, \(rejected) don't. Tests killed \(mutants.count - survivors.count).")
        print("\(survivors.count) survived, \(survivors.count - unexplained.count) of them with an explanation.")
        return unexplained.count * 20 <= relevant
    }

    /// Throws if tests fail without a mutant, for example on a busy machine. Deaths would mean
    /// nothing.
    private func checkTests() throws {
        for _ in 1...2 {
            guard case .died(let reason) = try trial.run(0) else { continue }
            throw ProgramError("The tests fail even without a mutant: \(reason)")
        }
    }

    private func verdicts(on mutants: [LineMutant]) throws -> [TestRun.Verdict] {
        let state = Mutex((next: 0, verdicts: [TestRun.Verdict?](repeating: nil, count: mutants.count)))
        DispatchQueue.concurrentPerform(iterations: jobs) { _ in
            while let index = state.withLock({ state -> Int? in
                defer { state.next += 1 }
                return state.next < mutants.count ? state.next : nil
            }) {
                let start = ContinuousClock.now
                guard let verdict = try? trial.run(mutants[index].number) else { return }
                printError(
                    "\(mutants[index].number) \(mutants[index].place) \(verdict) after \(ContinuousClock.now - start)")
                state.withLock { $0.verdicts[index] = verdict }
            }
        }
        let verdicts = state.withLock { $0.verdicts.compactMap(\.self) }
        guard verdicts.count == mutants.count else { throw ProgramError("Some mutants couldn't be tested.") }
        return verdicts
    }
}
