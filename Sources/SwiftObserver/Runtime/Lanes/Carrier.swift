/// Carries something of whoever sends a message to where the message is handled.
///
/// A base class and not a protocol, because lanes that carry nothing shall be small.
class Carrier: @unchecked Sendable {

    /// Takes along what is there on the thread that sends. It runs under locks, and no code of clients.
    func capture() -> Carried { Carried() }

    /// Posts something that nobody on this thread has sent, so that it takes nothing along.
    static func withoutSender<Result>(_ post: () -> Result) -> Result {
        let outer = isSenderAbsent.value
        isSenderAbsent.value = 1
        defer { isSenderAbsent.value = outer }
        return post()
    }

    fileprivate static let isSenderAbsent = ThreadLocalWord()
}

/// What was taken along with one message.
class Carried: @unchecked Sendable {

    /// Lets a handler find it.
    func run(_ handle: () -> Void) { handle() }
}

/// Where a message comes from, as far as someone wants to know.
struct Sender {

    private let reference: WeakReference

    /// What was taken along, if something was.
    let carried: Carried?

    init(_ author: AnyObject?, carrying carrier: Carrier?) {
        reference = WeakReference(author)
        carried = carrier.flatMap { Carrier.isSenderAbsent.value == 0 ? $0.capture() : nil }
    }

    /// The author, as long as it lives.
    var author: AnyObject? { reference.object }
}
