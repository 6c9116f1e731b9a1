// The last parameter of each function is there for the compiler. Where a handler doesn't fit, Swift 6.3
// looks for its parameter at a position that an empty pack before it has shifted. If the handler's
// parameter were the last one, the compiler would crash. The function whose handler gets an author is
// tried for each handler that doesn't, so a typo in a handler of two messages would be enough.

extension Observer {

    /// Observes several buffered observables with one handler.
    ///
    /// When one of the observables sends a message, the handler gets that message together with the latest messages of
    /// the others.
    ///
    /// **Order:** The handler handles the messages of all observables in one order. The latest message of another
    /// observable is the last one in front of the message that's handled, or the one that the observable had
    /// when the observation started. So no side ever goes back. A variable that didn't cause the call is
    /// represented by an update from its value to the same value.
    ///
    /// The handler gets each message of each observable once, in the order of that observable, and never overlaps with
    /// itself. An observable that is named more than once still causes one call a message. If an observable changes while the
    /// observation starts, and the handler was already called with what it was before, it's called with what it is now.
    ///
    /// The observation keeps none of the observables alive. It's over for all of them as soon as the observer stops
    /// observing one of them, or one of them dies. Messages that are on the way in front of its end are still handled.
    ///
    /// ```swift
    /// dog.observe(weather, temperature, wind) { weather, temperature, wind in
    ///     // one of the three has changed
    /// }
    /// ```
    @discardableResult
    public func observe<A: BufferedMessageSource, B: BufferedMessageSource, each C: BufferedMessageSource>(
        _ a: A, _ b: B, _ more: repeat each C, file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @Sendable (A.Message, B.Message, repeat (each C).Message) -> Void, _ unused: Void = ()
    ) -> ObservationHandle where A: Sendable, B: Sendable, repeat each C: Sendable {
        ObservingSite(self, receiver, StartPoint((A, B, repeat each C).self, file, line)).combine(
            a, b, repeat each more, limits: (.unbounded, .unbounded, repeat noLimit(for: (each C).Message.self)),
            as: .spreading(receive))
    }

    /// Observes several buffered observables with one handler, which also gets the author of the message that triggered
    /// the call.
    @discardableResult
    public func observe<A: BufferedMessageSource, B: BufferedMessageSource, each C: BufferedMessageSource>(
        _ a: A, _ b: B, _ more: repeat each C, file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @Sendable (A.Message, B.Message, repeat (each C).Message, AnyObject) -> Void,
        _ unused: Void = ()
    ) -> ObservationHandle where A: Sendable, B: Sendable, repeat each C: Sendable {
        ObservingSite(self, receiver, StartPoint((A, B, repeat each C).self, file, line)).combine(
            a, b, repeat each more, limits: (.unbounded, .unbounded, repeat noLimit(for: (each C).Message.self)),
            as: .spreadingWithAuthor(receive))
    }

    /// Observes several buffered observables with one handler that runs on a queue, or in another ``DeliveryPlace``.
    ///
    /// For limits, transforms and actors, describe the observation of two or three observables in steps:
    /// ``observe(_:_:file:line:_:)`` and ``observe(_:_:_:file:line:_:)``.
    @discardableResult
    public func observe<A: BufferedMessageSource, B: BufferedMessageSource, each C: BufferedMessageSource>(
        _ a: A, _ b: B, _ more: repeat each C, on place: any DeliveryPlace, file: StaticString = #fileID,
        line: UInt = #line, receive: @escaping @Sendable (A.Message, B.Message, repeat (each C).Message) -> Void,
        _ unused: Void = ()
    ) -> ObservationHandle where A: Sendable, B: Sendable, repeat each C: Sendable {
        ObservingSite(self, receiver, StartPoint((A, B, repeat each C).self, file, line), ObservingPlace(place))
            .combine(
                a, b, repeat each more, limits: (.unbounded, .unbounded, repeat noLimit(for: (each C).Message.self)),
                as: .spreading(receive))
    }

    /// Observes several buffered observables with one handler that runs on a queue and also gets the author of the
    /// message that triggered the call.
    @discardableResult
    public func observe<A: BufferedMessageSource, B: BufferedMessageSource, each C: BufferedMessageSource>(
        _ a: A, _ b: B, _ more: repeat each C, on place: any DeliveryPlace, file: StaticString = #fileID,
        line: UInt = #line,
        receive: @escaping @Sendable (A.Message, B.Message, repeat (each C).Message, AnyObject) -> Void,
        _ unused: Void = ()
    ) -> ObservationHandle where A: Sendable, B: Sendable, repeat each C: Sendable {
        ObservingSite(self, receiver, StartPoint((A, B, repeat each C).self, file, line), ObservingPlace(place))
            .combine(
                a, b, repeat each more, limits: (.unbounded, .unbounded, repeat noLimit(for: (each C).Message.self)),
                as: .spreadingWithAuthor(receive))
    }
}

// MARK: - Free functions

/// Starts a combined observation by the shared free observer.
@discardableResult
public func observe<A: BufferedMessageSource, B: BufferedMessageSource, each C: BufferedMessageSource>(
    _ a: A, _ b: B, _ more: repeat each C, file: StaticString = #fileID, line: UInt = #line,
    receive: @escaping @Sendable (A.Message, B.Message, repeat (each C).Message) -> Void, _ unused: Void = ()
) -> ObservationHandle where A: Sendable, B: Sendable, repeat each C: Sendable {
    FreeObserver.shared.observe(a, b, repeat each more, file: file, line: line, receive: receive)
}

/// Starts a combined observation with authors by the shared free observer.
@discardableResult
public func observe<A: BufferedMessageSource, B: BufferedMessageSource, each C: BufferedMessageSource>(
    _ a: A, _ b: B, _ more: repeat each C, file: StaticString = #fileID, line: UInt = #line,
    receive: @escaping @Sendable (A.Message, B.Message, repeat (each C).Message, AnyObject) -> Void, _ unused: Void = ()
) -> ObservationHandle where A: Sendable, B: Sendable, repeat each C: Sendable {
    FreeObserver.shared.observe(a, b, repeat each more, file: file, line: line, receive: receive)
}
