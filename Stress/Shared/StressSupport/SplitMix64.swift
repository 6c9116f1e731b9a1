/// The random number generator SplitMix64.
///
/// It's small and fast, and produces the same sequence for the same seed.
package struct SplitMix64: RandomNumberGenerator, Sendable {

    @usableFromInline
    var state: UInt64

    @inlinable
    package init(_ seed: UInt64) { state = seed }

    @inlinable
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number that is at least zero and below the limit.
    @inlinable
    package mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

    /// `true` once in that many times, on average.
    @inlinable
    package mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }
}
