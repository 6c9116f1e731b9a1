import Foundation
import StressSupport

/// What one round of a scenario has to work with.
struct StressRound: Sendable {

    let tally: Tally

    /// How many threads to attack with.
    let threads: Int

    /// Decides about all that is random in this round.
    let seed: UInt64

    /// How many seconds without progress count as a hang.
    let patience: Double

    /// When the scenario's time is over, for a scenario whose round fills it all.
    let deadline: Date

    /// How many messages to send to a queue that is stuck.
    var stuckMessages = 100_000

    func random(_ stream: Int) -> SplitMix64 {
        var random = SplitMix64(seed ^ UInt64(bitPattern: Int64(stream)) &* 0xA24B_AED4_963E_E407)
        return SplitMix64(random.next())
    }

    /// Runs the closure on that many threads at once and waits for them.
    ///
    /// If they hang, they are left behind: nothing can be done about a thread that waits forever.
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

    /// Waits until the condition holds, and throws if nothing moves any more before it does.
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

/// Nothing moved for too long.
struct Hang: Error, CustomStringConvertible {
    let what: String
    var description: String { "nothing moved any more while waiting for \(what)" }
}
