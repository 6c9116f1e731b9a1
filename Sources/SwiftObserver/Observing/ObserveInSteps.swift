// The last parameter of the functions that take several observables is there for the compiler. If
// no parameter were a function, it would take a handler that doesn't fit for one of the
// observables. It would then report that, instead of the mistake in the handler.

extension Observer {

    /// Begins to describe an observation in steps.
    ///
    /// See ``Observing``. The compiler fills in `file` and `line`. While watching is on, they say
    /// where the observation began. If an argument of a transform or of `batches` is invalid, the
    /// program stops at that line.
    @inlinable
    @inline(__always)
    public func observe<O: MessageSource>(_ observable: O, file: StaticString = #fileID, line: UInt = #line)
        -> Observing<O.Message, ObservingForm.Plain, ObservingStage.InPlace>
    {
        Observing(
            ObservingSite(self, receiver, StartPoint(O.self, file, line)),
            ObservingOrigin(observable.sourceMessenger.messenger))
    }

    /// Begins to describe an observation of two buffered observables, whose messages are pairs.
    ///
    /// Their order is that of the direct form with a handler. The handler can take the pair apart:
    /// `{ a, b in … }`.
    public func observe<A: BufferedMessageSource & Sendable, B: BufferedMessageSource & Sendable>(
        _ a: A, _ b: B, file: StaticString = #fileID, line: UInt = #line, _ unused: ObservingForm.NoHandler? = nil
    ) -> Observing<(A.Message, B.Message), ObservingForm.Plain, ObservingStage.InPlace> {
        Observing(
            ObservingSite(self, receiver, StartPoint((A, B).self, file, line)), ObservingOrigin(UpstreamPair(a, b)))
    }

    /// Begins to describe an observation of three buffered observables.
    ///
    /// Its messages are triples.
    public func observe<
        A: BufferedMessageSource & Sendable, B: BufferedMessageSource & Sendable, C: BufferedMessageSource & Sendable
    >(
        _ a: A, _ b: B, _ c: C, file: StaticString = #fileID, line: UInt = #line,
        _ unused: ObservingForm.NoHandler? = nil
    )
        -> Observing<(A.Message, B.Message, C.Message), ObservingForm.Plain, ObservingStage.InPlace>
    {
        Observing(
            ObservingSite(self, receiver, StartPoint((A, B, C).self, file, line)),
            ObservingOrigin(UpstreamTriple(a, b, c)))
    }
}

// MARK: - By the shared free observer

/// Begins to describe an observation by the shared free observer.
///
/// See ``Observing``.
@inlinable
public func observe<O: MessageSource>(_ observable: O, file: StaticString = #fileID, line: UInt = #line)
    -> Observing<O.Message, ObservingForm.Plain, ObservingStage.InPlace>
{
    FreeObserver.shared.observe(observable, file: file, line: line)
}

/// Begins to describe an observation of two observables by the shared free observer.
public func observe<A: BufferedMessageSource & Sendable, B: BufferedMessageSource & Sendable>(
    _ a: A, _ b: B, file: StaticString = #fileID, line: UInt = #line, _ unused: ObservingForm.NoHandler? = nil
) -> Observing<(A.Message, B.Message), ObservingForm.Plain, ObservingStage.InPlace> {
    FreeObserver.shared.observe(a, b, file: file, line: line)
}

/// Begins to describe an observation of three observables by the shared free observer.
public func observe<
    A: BufferedMessageSource & Sendable, B: BufferedMessageSource & Sendable, C: BufferedMessageSource & Sendable
>(_ a: A, _ b: B, _ c: C, file: StaticString = #fileID, line: UInt = #line, _ unused: ObservingForm.NoHandler? = nil)
    -> Observing<(A.Message, B.Message, C.Message), ObservingForm.Plain, ObservingStage.InPlace>
{
    FreeObserver.shared.observe(a, b, c, file: file, line: line)
}

extension MessageSource {

    /// Begins to describe an observation by the shared free observer.
    ///
    /// See ``Observing``.
    @inlinable
    public func observed(file: StaticString = #fileID, line: UInt = #line)
        -> Observing<Message, ObservingForm.Plain, ObservingStage.InPlace>
    {
        FreeObserver.shared.observe(self, file: file, line: line)
    }
}
