/// Carries values of a message's sender to the place where the message is handled.
///
/// A base class and not a protocol, so that lanes that carry nothing are small. `@unchecked
/// Sendable` because it and its subclasses are immutable.
class Carrier: @unchecked Sendable {

    /// Captures values on the sending thread. It runs under locks, and runs no client code.
    func capture() -> Carried { Carried() }

    /// Posts a message that isn't sent on this thread, so that it captures nothing.
    static func withoutSender<Result>(_ post: () -> Result) -> Result {
        let outer = isSenderAbsent.value
        isSenderAbsent.value = 1
        defer { isSenderAbsent.value = outer }
        return post()
    }

    fileprivate static let isSenderAbsent = ThreadLocalWord()
}

/// The values that were captured with one message.
///
/// `@unchecked Sendable` because it and its subclasses are immutable.
class Carried: @unchecked Sendable {

    /// Runs a handler so that it finds the values.
    func run(_ handle: () -> Void) { handle() }
}

/// The author of a waiting message, and what was captured with it, as far as they're needed.
struct Sender {

    private let reference: WeakReference

    /// The captured values, if any.
    let carried: Carried?

    init(_ author: AnyObject?, carrying carrier: Carrier?) {
        reference = WeakReference(author)
        carried = carrier.flatMap { Carrier.isSenderAbsent.value == 0 ? $0.capture() : nil }
    }

    /// The author, as long as it's alive.
    var author: AnyObject? { reference.object }
}
