import Foundation
import StressSupport

/// The parameters and tools of one round of a scenario.
struct StressRound: Sendable {

    let tally: Tally

    /// The number of attacking threads.
    let threads: Int

    /// The seed for all random choices of this round.
    let seed: UInt64

    /// The number of seconds without progress that count as a hang.
    let patience: Double

    /// The end of the scenario's time, for a scenario with a single round.
    let deadline: Date

    /// The number of messages to send to a stuck queue.
    var stuckMessages = 100_000

    /// The number of changes to make in graphs of derived values.
    var changes = isSanitized ? 200 : 2000

    func random(_ stream: Int) -> SplitMix64 {
        var random = SplitMix64(seed ^ UInt64(bitPattern: Int64(stream)) &* 0xA24B_AED4_963E_E407)
        return SplitMix64(random.next())
    }

    /// Runs the closure on that many threads at once, and waits for them.
    ///
    /// Threads that hang are abandoned, since a blocked thread can't be ended.
    func onThreads(_ count: Int, _ work: @escaping @Sendable (Int, inout SplitMix64) -> Void) throws {
        let ready = Countdown(count), done = Countdown(count)
        for index in 0..<count {
            let thread = Thread {
                var random = random(index + 1)
                ready.countDown()
                while !ready.isOver { sched_yield() }
                work(index, &random)
                done.countDown(index)
            }
            thread.name = "stress \(index)"
            thread.start()
        }
        try wait("threads \(done.open) to end") { done.isOver }
    }

    /// Waits until the condition holds. Throws if there is no progress before that.
    func wait(_ what: @autoclosure () -> String, until condition: () -> Bool) throws {
        var lastBeat = tally.messages, lastMove = Date(), looks = 0
        while !condition() {
            looks += 1
            if looks < 50 { sched_yield() } else { usleep(looks < 1000 ? 50 : 1000) }
            guard looks.isMultiple(of: 50) else { continue }
            if tally.messages != lastBeat {
                lastBeat = tally.messages
                lastMove = Date()
            } else if -lastMove.timeIntervalSinceNow > patience {
                throw Hang(what: what())
            }
        }
    }
}

/// A lack of progress for too long.
struct Hang: Error, CustomStringConvertible {
    let what: String
    var description: String { "no progress while waiting for \(what)" }
}
