import RelayRig

/// What a subscriber does wrong, to show that the harness notices.
enum Fault: String, CaseIterable {

    /// Doesn't write one message down.
    case swallow

    /// Writes one message down twice.
    case twice

    /// Writes two messages down in the wrong order.
    case swap

    /// Writes two messages of different publishers down in the wrong order.
    case mix

    /// Doesn't write down that messages are missing.
    case hide

    /// Mistakes a byte of one message.
    case damage

    /// Writes nothing down any more, as if the rest had never come.
    case stop

    init(_ name: String) throws {
        guard let fault = Fault(rawValue: name) else { throw RigError("'\(name)' is no fault") }
        self = fault
    }
}
