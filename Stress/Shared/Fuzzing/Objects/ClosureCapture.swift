import StressSupport

/// What the closure of a transform or a task holds on to.
final class ClosureCapture: Mortal, @unchecked Sendable {

    /// Lets a message pass.
    @discardableResult
    func pass<Message: ParcelContainer>(_ message: Message) -> Message {
        guard let first = message.parcels.first else { return message }
        var random = SplitMix64(first.seed ^ seed)
        if random.oneIn(24) { world.act(because: .closure, random.next(), max(first.generation, generation)) }
        return message
    }

    /// Passes on the same parcel, or one like it.
    func change(_ parcel: Parcel) -> Parcel { (pass(parcel).seed ^ seed) & 1 == 0 ? parcel : Parcel(like: parcel) }

    /// Whether to let a message pass.
    func admits(_ message: some ParcelContainer) -> Bool {
        pass(message)
        return message.parcels.first.map { ($0.seed ^ seed) % 4 > 0 } ?? false
    }
}
