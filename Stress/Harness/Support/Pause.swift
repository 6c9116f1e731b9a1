import Foundation
import StressSupport
import Synchronization

extension SplitMix64 {

    /// Mostly does nothing, sometimes spins or yields, and rarely sleeps.
    mutating func pause() { Self.pause(next()) }

    /// The pause that the bits encode.
    static func pause(_ bits: UInt64) {
        switch bits & 127 {
        case 0: usleep(UInt32(bits >> 32 & 63))
        case 1...12: sched_yield()
        case 13...30: for _ in 0..<(bits >> 32 & 255) { atomicMemoryFence(ordering: .acquiringAndReleasing) }
        default: break
        }
    }
}

/// Pauses in a handler. The pause depends on the message.
func pause(after stamp: Stamp) {
    var random = SplitMix64(UInt64(stamp.began))
    random.pause()
}
