/// The work that is left for a thread that has posted a message and unlocked.
enum Delivery {

    /// Nothing: the delivering thread or a queue delivers it, or no observation gets it in place.
    case nothing

    /// Nothing: the observable is closed.
    case refused

    /// The caller is on duty, and delivers the message to all observations on the list.
    ///
    /// If `isLast` is set, it also delivers their farewell.
    case toAll(ObservationList.Lease?, isLast: Bool)

    /// The caller is on duty, and delivers the message to one observation.
    ///
    /// If `isLast` is set, it also delivers its farewell.
    case toOne(AnyObservation, ObservationList.Lease?, isLast: Bool)

    /// The caller is on duty, and delivers a farewell without a message.
    case farewell(ObservationList.Lease?)

    /// `true` if the caller needn't deliver anything.
    var isNothing: Bool {
        @inline(__always)
        get {
            switch self {
            case .nothing, .refused: true
            default: false
            }
        }
    }

    var isRefused: Bool {
        @inline(__always)
        get { if case .refused = self { true } else { false } }
    }
}
