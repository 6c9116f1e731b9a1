/// The inlet of a feed: makes elements of loops out of messages.
///
/// It closes the feed when it's released.
final class FeedInlet<Message, Element: Sendable>: Inlet<Message>, @unchecked Sendable {

    private let feed: Feed<Element>

    /// Makes an element out of a message and its author. It runs under locks.
    private let element: @Sendable (Message, AnyObject?) -> Element

    init(_ feed: Feed<Element>, _ element: @escaping @Sendable (Message, AnyObject?) -> Element) {
        self.feed = feed
        self.element = element
        super.init(feed, isForLoops: true)
    }

    deinit { feed.close() }

    override func push(_ message: Message, from author: AnyObject?, _ work: inout DeferredWork) -> Bool {
        feed.push(element(message, author), &work)
    }
}
