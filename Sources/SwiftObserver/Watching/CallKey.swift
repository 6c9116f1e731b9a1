/// Identifies the observation whose calls are sampled. A key is never reused.
enum CallKey: Hashable {

    /// The observation whose probe has this number.
    case observation(Int)

    /// An unknown observation that the observable with this number is calling in place.
    case anyInPlace(Int)
}
