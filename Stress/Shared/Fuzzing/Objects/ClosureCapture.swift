import StressSupport

/// An object that the closure of a transform or a task captures.
final class ClosureCapture: Mortal, @unchecked Sendable {

    /// Notes that a message passes the closure.
    @discardableResult
    func pass<Message: ParcelContainer>(_ message: Message) -> Message {
        guard let first = message.parcels.first else { return message }
        var random = SplitMix64(first.seed ^ seed)
        if random.oneIn(24) { world.act(because: .closure, random.next(), max(first.generation, generation)) }
        return message
    }

    /// Returns the same parcel, or a similar one.
    func change(_ parcel: Parcel) -> Parcel { (pass(parcel).seed ^ seed) & 1 == 0 ? parcel : Parcel(like: parcel) }

    /// Returns one of two parcels, and always the same of these two.
    func pick(_ one: Parcel, _ other: Parcel) -> Parcel { (one.seed ^ other.seed ^ seed) & 1 == 0 ? one : other }

    /// Returns `true` to let a message pass.
    func admits(_ message: some ParcelContainer) -> Bool {
        pass(message)
        return message.parcels.first.map { ($0.seed ^ seed) % 4 > 0 } ?? false
    }
}
