import Foundation
import Synchronization

/// SplitMix64: small, fast, and the same sequence for the same seed.
struct Random: RandomNumberGenerator, Sendable {

    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number that is at least zero and below the limit.
    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

    /// True once in that many times, on average.
    mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

    /// Mostly does nothing, sometimes spins or yields, and rarely sleeps.
    mutating func pause() { Random.pause(next()) }

    /// The pause that the bits amount to.
    static func pause(_ bits: UInt64) {
        switch bits & 127 {
        case 0: usleep(UInt32(bits >> 32 & 63))
        case 1...12: sched_yield()
        case 13...30: for _ in 0..<(bits >> 32 & 255) { atomicMemoryFence(ordering: .acquiringAndReleasing) }
        default: break
        }
    }
}

/// A pause in a handler, which differs from message to message.
func pause(after stamp: Stamp) {
    var random = Random(UInt64(stamp.began))
    random.pause()
}
