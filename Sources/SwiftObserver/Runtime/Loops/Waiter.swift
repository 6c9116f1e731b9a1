/// A loop that waits for an element. The sender of one resumes it when no lock is held.
///
/// `@unchecked Sendable` because the element is set once, by the thread that took the waiter out of
/// the feed.
final class Waiter<Element: Sendable>: DeferredTask, @unchecked Sendable {

    let loop: LoopID
    private let continuation: UnsafeContinuation<Element?, Never>
    private var element: Element?

    init(loop: LoopID, continuation: UnsafeContinuation<Element?, Never>) {
        self.loop = loop
        self.continuation = continuation
    }

    func resume(returning element: Element?) { continuation.resumeTask(returning: element) }

    /// Resumes the loop with an element when no lock is held.
    func resumeLater(returning element: Element, _ work: inout DeferredWork) {
        self.element = element
        work.perform(self)
    }

    override func performDeferredTask() { resume(returning: element.take()) }
}

struct LoopID: Equatable, Sendable {
    let number: Int
}
