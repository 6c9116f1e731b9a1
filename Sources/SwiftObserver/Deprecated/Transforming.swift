// What earlier versions had to say about transforms. Each declaration names today's way.

/// Transforms each message.
@available(*, deprecated, renamed: "Map")
public typealias Mapping = Map

extension Transform where Origin: Sendable {

    /// The underlying observable.
    @available(*, deprecated, renamed: "origin")
    public var source: Origin {
        get { origin }

        @available(
            *, unavailable,
            message: "Set `origin`, which sends nothing, or call `replaceOrigin(with: newOrigin.startingWithLatest())`."
        )
        set { origin = newValue }
    }
}
