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

extension Filter {

    /// The condition by which messages get through.
    @available(
        *, unavailable,
        message: "Ask `condition`: it takes what the filter's own `origin` sends, and is there without a question mark."
    )
    public var filter: ((Any) -> Bool)? { nil }
}

// MARK: - Observables of their own

extension Observing {

    /// Needs several observables, and so is one itself.
    @available(
        *, unavailable, message: "`merge` is an observable: store `let all = a.merge(with: b)`, and observe that."
    )
    public func merge(with others: Any...) -> Observing { self }

    /// Needs several observables, and so is one itself.
    @available(
        *, unavailable,
        message: "`combineLatest` is an observable: store `let both = a.combineLatest(b)`, and observe that."
    )
    public func combineLatest(_ others: Any...) -> Observing { self }

    /// Observes several observables, and so is one itself.
    @available(
        *, unavailable,
        message: "`switchToLatest` is an observable: store `let latest = a.switchToLatest()`, and observe that."
    )
    public func switchToLatest() -> Observing { self }

    /// Remembers what was sent before anyone came, and so is an observable.
    @available(
        *, unavailable, message: "`replay` is an observable: store `let recent = a.replay(10)`, and observe that."
    )
    public func replay(_ count: Int) -> Observing { self }

    /// Remembers what was sent before anyone came, and so is an observable.
    @available(
        *, unavailable, message: "`buffer` is an observable: store `let latest = a.buffer()`, and observe that."
    )
    public func buffer() -> Observing { self }
}
