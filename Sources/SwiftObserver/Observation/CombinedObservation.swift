// The last parameter of each function is there for the compiler. If a handler doesn't fit, Swift
// 6.3 looks for its parameter at a position that an empty pack before it has shifted. If the
// handler were the last parameter, the compiler would crash. It tries the function whose handler
// takes an author for each handler that doesn't. A typo in a handler of two messages would be
// enough.

extension Observer {

    /// Observes several buffered observables with one handler.
    ///
    /// When one of the observables sends a message, the handler receives that message and the
    /// latest messages of the others.
    ///
    /// **Order:** The handler receives the messages of all observables in one order. For each other
    /// observable, it receives the latest message before the current one, or the message that the
    /// observable had when the observation started. No side ever goes back. A variable that didn't
    /// cause the call is represented by an update from its value to the same value.
    ///
    /// The handler receives each message of each observable once, in the order of that observable.
    /// It never overlaps with itself. An observable that is named more than once still causes one
    /// call per message. If an observable changes while the observation starts, the handler may be
    /// called with the message before the change. It's then called again with the current one.
    ///
    /// **Lifetime:** The observation retains none of the observables. It ends for all of them when
    /// the observer stops observing one of them, or when one of them is deallocated. Messages that
    /// are pending before that end are still handled.
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

    /// Observes several buffered observables with a handler that also receives an author.
    ///
    /// It's the author of the message that triggered the call.
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

    /// Observes several buffered observables with a handler on a queue.
    ///
    /// The queue can be any other ``DeliveryPlace``. For limits, transforms and actors, describe
    /// the observation of two or three observables in steps: ``observe(_:_:file:line:_:)`` and
    /// ``observe(_:_:_:file:line:_:)``.
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

    /// Observes several buffered observables with a handler on a queue that receives an author.
    ///
    /// It's the author of the message that triggered the call.
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

/// Starts a combined observation by the shared free observer, with a handler of authors.
@discardableResult
public func observe<A: BufferedMessageSource, B: BufferedMessageSource, each C: BufferedMessageSource>(
    _ a: A, _ b: B, _ more: repeat each C, file: StaticString = #fileID, line: UInt = #line,
    receive: @escaping @Sendable (A.Message, B.Message, repeat (each C).Message, AnyObject) -> Void, _ unused: Void = ()
) -> ObservationHandle where A: Sendable, B: Sendable, repeat each C: Sendable {
    FreeObserver.shared.observe(a, b, repeat each more, file: file, line: line, receive: receive)
}
