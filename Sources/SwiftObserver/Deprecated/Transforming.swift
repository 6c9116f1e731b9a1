// Names that earlier versions had for transforms. Each declaration names its replacement.

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
            message: """
                Set `origin`. To also send the latest message of the new origin, call \
                `replaceOrigin(with: newOrigin.startingWithLatest())`.
                """
        )
        set { origin = newValue }
    }
}

extension Filter {

    /// The condition that messages must fulfill to get through.
    @available(
        *, unavailable,
        message: "Use `condition`: it takes the messages of the filter's own `origin`, and isn't optional."
    )
    public var filter: ((Any) -> Bool)? { nil }
}

// MARK: - Observables of their own

extension Observing {

    /// Requires an object, since it takes several observables.
    @available(
        *, unavailable, message: "`merge` is an observable: store `let all = a.merge(with: b)`, and observe that."
    )
    public func merge(with others: Any...) -> Observing { self }

    /// Requires an object, since it takes several observables.
    @available(
        *, unavailable,
        message: "`combineLatest` is an observable: store `let both = a.combineLatest(b)`, and observe that."
    )
    public func combineLatest(_ others: Any...) -> Observing { self }

    /// Requires an object, since it observes several observables.
    @available(
        *, unavailable,
        message: "`switchToLatest` is an observable: store `let latest = a.switchToLatest()`, and observe that."
    )
    public func switchToLatest() -> Observing { self }

    /// Requires an object, which remembers messages from before an observation.
    @available(
        *, unavailable, message: "`replay` is an observable: store `let recent = a.replay(10)`, and observe that."
    )
    public func replay(_ count: Int) -> Observing { self }

    /// Requires an object, which remembers messages from before an observation.
    @available(
        *, unavailable, message: "`buffer` is an observable: store `let latest = a.buffer()`, and observe that."
    )
    public func buffer() -> Observing { self }
}
