/// What someone who posted a message has to do after unlocking.
enum Delivery {

    /// Nothing, since somebody else delivers it, or nobody gets it in place.
    case nothing

    /// Nothing, since the observable is closed.
    case refused

    /// The caller is on duty, and delivers the message to all on the list. If it's the last one, it's also their farewell.
    case toAll(ObservationList.Lease?, isLast: Bool)

    /// The same for one observation.
    case toOne(AnyObservation, ObservationList.Lease?, isLast: Bool)

    /// The caller is on duty, and delivers a farewell without a message.
    case farewell(ObservationList.Lease?)

    var isRefused: Bool {
        @inline(__always)
        get { if case .refused = self { true } else { false } }
    }
}
