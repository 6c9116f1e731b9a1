import RelayRig

/// A mistake of a subscriber, to show that the harness detects it.
enum Fault: String, CaseIterable {

    /// Doesn't record one message.
    case swallow

    /// Records one message twice.
    case twice

    /// Records two messages in the wrong order.
    case swap

    /// Records two messages of different publishers in the wrong order.
    case mix

    /// Doesn't record that messages are missing.
    case hide

    /// Changes a byte of one message.
    case damage

    /// Stops recording, as if the rest had never arrived.
    case stop

    init(_ name: String) throws {
        guard let fault = Fault(rawValue: name) else { throw RigError("unknown fault '\(name)'") }
        self = fault
    }
}
