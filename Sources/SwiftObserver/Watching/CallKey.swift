/// Identifies whose calls are sampled. It's never used again for anything else.
enum CallKey: Hashable {

    /// The observation with the probe of that number.
    case observation(Int)

    /// Whichever observation is being called in place by the observable of that number, if it isn't known which one.
    case anyInPlace(Int)
}
