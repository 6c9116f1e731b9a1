/// How updates of variables wait for a handler or a loop, other than one by one.
///
/// ```swift
/// screen.observe(temperature, on: queue, buffering: .merged) { update in
///     // however slow this is, it gets from one value to the current one in one step
/// }
/// ```
///
/// It works for all observables that send an ``Update``, and doesn't compile for others. It is `Sendable`.
public struct UpdateBuffering: Sendable {

    /// Keep one update: what comes while it waits becomes part of it, so it goes from the first `old` to the last `new`.
    ///
    /// **Order:** The updates that are handled form a chain like those that were sent: each `old` value is the `new` value of the
    /// update before. The update is handled in the place of the first one that it's made of, so nobody can delay it by
    /// sending more. Nothing is missing, so there's nothing to be told. If the value was changed back meanwhile, both values
    /// of the update are equal.
    ///
    /// The author is that of the last update.
    ///
    /// **Lifetime:** The values in between are released as messages that are dropped, see ``MessageBuffering``. Nothing of yours
    /// is called to merge updates, not even `==`.
    public static let merged = UpdateBuffering()

    private init() {}

    func limit<Value>(of _: Value.Type = Value.self) -> BufferLimit<Update<Value>> {
        .merged { Update($0.old, $1.new) }
    }
}
