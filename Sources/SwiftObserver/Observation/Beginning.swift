/// The beginning of a combined observation that starts with the latest messages.
///
/// One part causes the first call.
final class Beginning: Sendable {

    private let first: AnyCombinedPart

    /// `true` if the first call was made.
    ///
    /// No other lock is acquired while this one is held.
    private let isOver = Protected(false)

    init(with first: AnyCombinedPart) { self.first = first }

    /// Returns whether the handler should be called.
    func admits(_ trigger: Trigger) -> Bool {
        isOver.withLock { isOver in
            if trigger.part === first { isOver = true }
            return isOver
        }
    }

    /// Ends the beginning without a first call.
    func end() { isOver.withLock { $0 = true } }

    /// A closure that ends the beginning, and then reports missed messages.
    ///
    /// The first message may be among them.
    func ended(before missed: (@Sendable (Int) -> Void)?) -> @Sendable (Int) -> Void {
        { [self] count in
            end()
            missed?(count)
        }
    }
}
