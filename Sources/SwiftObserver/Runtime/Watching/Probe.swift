/// What is known and measured of one observation while watching is on.
final class Probe: Sendable {

    /// Where the observation began, unless that was before watching was turned on.
    let startPoint: StartPoint?

    init(_ startPoint: StartPoint?) { self.startPoint = startPoint }
}
