// Declarations that no code can use. They make the compiler say what to write instead.

/// Requires a source that can be set.
@available(
    *, unavailable,
    message: "A derived value can't be set. Set the variables from which it's computed."
)
public func <- <Value>(derived: Derived<Value>, value: Value) {}

/// Requires several variables.
@available(*, unavailable, message: "A single variable is changed in place: `number.value += 1`.")
public func change<A>(_ a: Variable<A>, as author: AnyObject? = nil, by act: (inout A) throws -> Void) {}

/// Requires observables that can be closed.
@available(
    *, unavailable,
    message: """
        Close the variables instead. That waits for derived values and their observers, too. To close only a derived \
        value, call its own `close(within:)`.
        """
)
@discardableResult
public func close<Value>(_ derived: [Derived<Value>], within duration: Duration) -> Unhandled { preconditionFailure() }

/// Requires observables that can be drained.
@available(
    *, unavailable,
    message: """
        Drain the variables instead. That waits for derived values and their observers, too. To drain only a derived \
        value, call its own `drain(within:)`.
        """
)
@discardableResult
public func drain<Value>(_ derived: [Derived<Value>], within duration: Duration) -> Unhandled { preconditionFailure() }

extension Derived {

    /// Requires an observable that keeps messages.
    @available(
        *, unavailable,
        message: "A derived value has no backlog. Bound its observation: `.on(queue).merging()`, or a limit."
    )
    public var backlog: Int { preconditionFailure() }

    /// Requires an observable that keeps messages.
    @available(
        *, unavailable,
        message: "A derived value has no backlog. Bound its observation: `.on(queue).merging()`, or a limit."
    )
    public func room(below limit: Int) async -> Bool { preconditionFailure() }

    /// Requires an observable that keeps messages.
    @available(
        *, unavailable,
        message: "A derived value has no backlog. Bound its observation: `.on(queue).merging()`, or a limit."
    )
    public func waitForRoom(below limit: Int, within duration: Duration) -> Bool { preconditionFailure() }

    /// Requires values of one type.
    @available(
        *, unavailable,
        message: """
            The values of sources in an array have one type. Pass sources with values of different types one by one: \
            `Derived(price, name) { … }`.
            """
    )
    public convenience init(
        of sources: [any ValueSource], named name: String? = nil, function: @escaping @Sendable ([Any]) -> Value
    ) { preconditionFailure() }
}
