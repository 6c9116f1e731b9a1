// How version 1 combined observables, and what could be combined up to version 5. Each declaration
// names its replacement.

/// Two variables in one.
@available(
    *, deprecated, message: "A combination of variables is a variable of a pair: write `Var<Pair<Left, Right>>`."
)
public typealias PairVariable<Left: Equatable, Right: Equatable> = Variable<Pair<Left, Right>>

/// Doesn't combine variables, since `+` calculates.
@available(*, unavailable, message: "`+` adds numbers and concatenates texts. To combine variables, write `+++`.")
public func + <Left, Right>(left: Variable<Left>, right: Variable<Right>) -> Variable<Pair<Left, Right>> {
    fatalError()
}

extension Observer {

    /// Requires that all of them are buffered.
    @available(
        *, unavailable,
        message: """
            Observables that are observed together must be buffered. If one isn't, store and observe its `buffer()`, \
            or conform to `BufferedObservable`.
            """
    )
    @_disfavoredOverload
    public func observe<A: MessageSource, B: MessageSource, each C: MessageSource>(
        _ a: A, _ b: B, _ more: repeat each C,
        receive: @escaping @Sendable (A.Message, B.Message, repeat (each C).Message) -> Void, _ unused: Void = ()
    ) {}
}

/// Requires that all of them are buffered.
@available(
    *, unavailable,
    message: """
        Observables that are observed together must be buffered. If one isn't, store and observe its `buffer()`, \
        or conform to `BufferedObservable`.
        """
)
@_disfavoredOverload
public func observe<A: MessageSource, B: MessageSource, each C: MessageSource>(
    _ a: A, _ b: B, _ more: repeat each C,
    receive: @escaping @Sendable (A.Message, B.Message, repeat (each C).Message) -> Void, _ unused: Void = ()
) {}
