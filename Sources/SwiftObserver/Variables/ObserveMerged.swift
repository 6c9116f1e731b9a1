extension Observer {

    /// Starts to observe a variable on a queue, where updates that wait become one. See ``UpdateBuffering/merged``.
    @discardableResult
    public func observe<O: MessageSource, Value>(
        _ observable: O, on place: any DeliveryPlace, buffering: UpdateBuffering,
        file: StaticString = #fileID, line: UInt = #line, receive: @escaping @Sendable (Update<Value>) -> Void
    ) -> ObservationHandle where O.Message == Update<Value>, Value: Sendable {
        start(
            observable, at: StartPoint(O.self, file, line), on: Lane(of: place), limit: buffering.limit(),
            .message(receive))
    }

    /// Starts to observe a variable on a queue, where updates that wait become one, together with the authors of the last ones.
    @discardableResult
    public func observe<O: MessageSource, Value>(
        _ observable: O, on place: any DeliveryPlace, buffering: UpdateBuffering,
        file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @Sendable (Update<Value>, AnyObject) -> Void
    ) -> ObservationHandle where O.Message == Update<Value>, Value: Sendable {
        start(
            observable, at: StartPoint(O.self, file, line), on: Lane(of: place), limit: buffering.limit(),
            .messageWithAuthor(receive))
    }
}

extension Observer {

    /// Observes several variables with one handler that runs on a queue, where the updates of each variable that wait become
    /// one. See ``UpdateBuffering/merged``.
    ///
    /// At most one update of each variable waits. Each one causes one call, with the latest messages of the other variables.
    @discardableResult
    public func observe<A: Sendable, B: Sendable, each C: Sendable>(
        _ a: Variable<A>, _ b: Variable<B>, _ more: repeat Variable<each C>, on place: any DeliveryPlace,
        buffering: UpdateBuffering,
        file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @Sendable (Update<A>, Update<B>, repeat Update<each C>) -> Void, _ unused: Void = ()
    ) -> ObservationHandle {
        combine(
            a, b, repeat each more, file: file, line: line,
            limits: (buffering.limit(), buffering.limit(), repeat buffering.limit(of: (each C).self)), on: place,
            as: .spreading(receive))
    }

    /// Observes several variables with one handler that runs on a queue, where the updates of each variable that wait become
    /// one, together with the author of the last one that triggered the call.
    @discardableResult
    public func observe<A: Sendable, B: Sendable, each C: Sendable>(
        _ a: Variable<A>, _ b: Variable<B>, _ more: repeat Variable<each C>, on place: any DeliveryPlace,
        buffering: UpdateBuffering,
        file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @Sendable (Update<A>, Update<B>, repeat Update<each C>, AnyObject) -> Void,
        _ unused: Void = ()
    ) -> ObservationHandle {
        combine(
            a, b, repeat each more, file: file, line: line,
            limits: (buffering.limit(), buffering.limit(), repeat buffering.limit(of: (each C).self)), on: place,
            as: .spreadingWithAuthor(receive))
    }
}

// MARK: - Free observations

/// Starts an observation of a variable on a queue by the shared free observer, where updates that wait become one.
@discardableResult
public func observe<O: MessageSource, Value>(
    _ observable: O, on place: any DeliveryPlace, buffering: UpdateBuffering,
    file: StaticString = #fileID, line: UInt = #line, receive: @escaping @Sendable (Update<Value>) -> Void
) -> ObservationHandle where O.Message == Update<Value>, Value: Sendable {
    FreeObserver.shared.observe(observable, on: place, buffering: buffering, file: file, line: line, receive: receive)
}

/// Starts an observation of a variable on a queue by the shared free observer, where updates that wait become one, together
/// with the authors of the last ones.
@discardableResult
public func observe<O: MessageSource, Value>(
    _ observable: O, on place: any DeliveryPlace, buffering: UpdateBuffering,
    file: StaticString = #fileID, line: UInt = #line, receive: @escaping @Sendable (Update<Value>, AnyObject) -> Void
) -> ObservationHandle where O.Message == Update<Value>, Value: Sendable {
    FreeObserver.shared.observe(observable, on: place, buffering: buffering, file: file, line: line, receive: receive)
}

/// Starts a combined observation of variables on a queue by the shared free observer, where the updates of each variable that
/// wait become one.
@discardableResult
public func observe<A: Sendable, B: Sendable, each C: Sendable>(
    _ a: Variable<A>, _ b: Variable<B>, _ more: repeat Variable<each C>, on place: any DeliveryPlace,
    buffering: UpdateBuffering,
    file: StaticString = #fileID, line: UInt = #line,
    receive: @escaping @Sendable (Update<A>, Update<B>, repeat Update<each C>) -> Void, _ unused: Void = ()
) -> ObservationHandle {
    FreeObserver.shared.observe(
        a, b, repeat each more, on: place, buffering: buffering, file: file, line: line, receive: receive)
}

/// Starts a combined observation of variables with authors on a queue by the shared free observer, where the updates of each
/// variable that wait become one.
@discardableResult
public func observe<A: Sendable, B: Sendable, each C: Sendable>(
    _ a: Variable<A>, _ b: Variable<B>, _ more: repeat Variable<each C>, on place: any DeliveryPlace,
    buffering: UpdateBuffering,
    file: StaticString = #fileID, line: UInt = #line,
    receive: @escaping @Sendable (Update<A>, Update<B>, repeat Update<each C>, AnyObject) -> Void, _ unused: Void = ()
) -> ObservationHandle {
    FreeObserver.shared.observe(
        a, b, repeat each more, on: place, buffering: buffering, file: file, line: line, receive: receive)
}

extension MessageSource {

    /// Starts an observation of a variable on a queue by the shared free observer, where updates that wait become one.
    @discardableResult
    public func observed<Value: Sendable>(
        on place: any DeliveryPlace, buffering: UpdateBuffering, file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @Sendable (Update<Value>) -> Void
    ) -> ObservationHandle where Message == Update<Value> {
        FreeObserver.shared.observe(self, on: place, buffering: buffering, file: file, line: line, receive: receive)
    }

    /// Starts an observation of a variable on a queue by the shared free observer, where updates that wait become one, together
    /// with the authors of the last ones.
    @discardableResult
    public func observed<Value: Sendable>(
        on place: any DeliveryPlace, buffering: UpdateBuffering,
        file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @Sendable (Update<Value>, AnyObject) -> Void
    ) -> ObservationHandle where Message == Update<Value> {
        FreeObserver.shared.observe(self, on: place, buffering: buffering, file: file, line: line, receive: receive)
    }
}
