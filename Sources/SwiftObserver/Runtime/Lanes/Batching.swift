/// How messages are handled in batches.
struct Batching<Message>: Sendable {

    /// The maximum number of messages in a batch.
    let limit: Int

    /// `true` if the handler reads the author.
    let readsAuthor: Bool

    /// Takes a batch, the author of its last message, and a function that finds a living author.
    ///
    /// The author that the function returns is safe to store.
    let handle: @Sendable (_ batch: [Message], _ author: AnyObject?, _ living: (AnyObject?) -> AnyObject) -> Void
}
