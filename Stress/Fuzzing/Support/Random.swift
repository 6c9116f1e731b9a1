/// SplitMix64: small, fast, and the same sequence for the same seed.
public struct Random: RandomNumberGenerator, Sendable {

    private var state: UInt64

    public init(_ seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
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
}
