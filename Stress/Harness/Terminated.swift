import Dispatch
import Foundation
import StressSupport

/// A short-lived program that SIGTERM ends.
///
/// It shuts down while its threads continue, checks the result, and reports it by its exit status.
struct TerminatedProgram {

    let options: HarnessOptions

    /// Prints "ready", runs until the signal, and shuts down. Returns `true` if there was no
    /// violation.
    func run() -> Bool {
        let tally = Tally(), hasCome = DispatchSemaphore(value: 0)
        signal(SIGTERM, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: SIGTERM, queue: DispatchQueue(label: "signals"))
        source.setEventHandler { hasCome.signal() }
        source.setRegistrationHandler { FileHandle.standardOutput.write(Data("ready\n".utf8)) }
        source.activate()
        let program = ProgramToShutDown<SwiftObserverClosing>(
            StressRound(
                tally: tally, threads: options.threads, seed: options.seed, patience: options.patience,
                deadline: .distantFuture))
        program.start()
        if hasCome.wait(timeout: .now() + 10 * options.patience) == .timedOut { tally.violate("no signal has arrived") }
        do { try program.shutDown(within: .seconds(options.patience)) } catch { tally.violate("hang: \(error)") }
        for evidence in tally.keptEvidence { printError("VIOLATION sigterm: \(evidence)") }
        return tally.violations == 0
    }
}

/// Starts such programs, two at a time, and sends each the signal at a random time.
struct Terminator {

    let options: HarnessOptions
    let runs: Int

    /// Returns `true` if each program shut down correctly.
    func run() -> Bool {
        let start = Date(), left = Guarded(Array((0..<runs).reversed())), results = Guarded([Result]())
        DispatchQueue.concurrentPerform(iterations: 2) { _ in
            while let number = left.withLock({ $0.popLast() }) {
                let result = terminate(number)
                if let complaint = result.complaint { printError("VIOLATION sigterm: run \(number): \(complaint)") }
                results.withLock { $0.append(result) }
            }
        }
        let all = results.withLock { $0 }, failures = all.count { $0.complaint != nil }
        let longest = Int(1000 * (all.map(\.seconds).max() ?? 0)), seconds = Int(-start.timeIntervalSinceNow + 0.5)
        print(
            "seed \(options.seed): \(runs) programs received SIGTERM, \(failures) failed, "
                + "the longest took \(longest) ms to end, \(seconds) seconds")
        return failures == 0 && all.count == runs
    }

    private struct Result {

        /// The problem, if any.
        var complaint: String?

        /// The number of seconds from the signal to the end.
        var seconds = 0.0
    }

    private func terminate(_ number: Int) -> Result {
        let program = Process(), output = Pipe(), errors = Pipe(), hasEnded = DispatchSemaphore(value: 0)
        var random = SplitMix64(options.seed &+ UInt64(number))
        let seed = random.next() >> 16
        program.executableURL = Bundle.main.executableURL
        program.arguments = [
            "--sigterm", "--seed", "\(seed)", "--threads", "\(options.threads)", "--patience", "\(options.patience)",
        ]
        program.standardOutput = output
        program.standardError = errors
        program.terminationHandler = { _ in hasEnded.signal() }
        guard (try? program.run()) != nil else { return Result(complaint: "it could not be started") }
        _ = output.fileHandleForReading.availableData
        usleep(UInt32(random.below(15000)))
        let signalled = Date()
        kill(program.processIdentifier, SIGTERM)
        if hasEnded.wait(timeout: .now() + 5 * options.patience) == .timedOut {
            kill(program.processIdentifier, SIGKILL)
            hasEnded.wait()
            return Result(complaint: "it did not end within \(5 * options.patience) seconds, seed \(seed)")
        }
        let seconds = -signalled.timeIntervalSinceNow
        guard program.terminationReason == .exit, program.terminationStatus == 0 else {
            let text = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
            return Result(complaint: "status \(program.terminationStatus), seed \(seed): \(text)", seconds: seconds)
        }
        return Result(seconds: seconds)
    }
}
