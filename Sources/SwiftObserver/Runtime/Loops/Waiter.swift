/// A loop that waits for an element. Whoever sends one resumes it when no lock is held.
///
/// `@unchecked Sendable` because the element is set once, by whoever took the waiter out of the feed.
final class Waiter<Element: Sendable>: LeftoverKeeper, @unchecked Sendable {

    let loop: LoopID
    private let continuation: UnsafeContinuation<Element?, Never>
    private var element: Element?

    init(loop: LoopID, continuation: UnsafeContinuation<Element?, Never>) {
        self.loop = loop
        self.continuation = continuation
    }

    func resume(returning element: Element?) { continuation.resume(returning: element) }

    /// Returns what is left to be done: to resume the loop with an element.
    func leftover(_ element: Element) -> Leftover {
        self.element = element
        return Leftover(actedOnBy: self)
    }

    override func releaseLeftover() { resume(returning: element.take()) }
}

struct LoopID: Equatable, Sendable {
    let number: Int
}
