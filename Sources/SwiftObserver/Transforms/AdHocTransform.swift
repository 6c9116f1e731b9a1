/// An observation that has not started yet, together with the transforms its messages will go through.
///
/// It's what ``Observer/observe(_:file:line:)`` returns. The observation starts when the chain of transforms ends: on
/// ``receive(_:)-((Message)->Void)``, or on a transform that takes the handler as its last argument. A chain that doesn't
/// end does nothing.
///
/// ```swift
/// dog.observe(sky).map { $0 == .blue }.receive { isBlue in
///     print("Will we go outside? \(isBlue)")
/// }
/// ```
///
/// All closures of the chain run where the handler runs, be that in place or on a queue. What the chain remembers from one message to the
/// next belongs to one observation: each ``receive(_:)-((Message)->Void)`` starts another one. Who stores a chain keeps the observer and the observable alive.
///
/// It is not `Sendable`: chains are written where they start.
public struct AdHocTransform<Message> {

    /// Who observes, and where.
    let site: AdHocSite

    let start: (Handler<Message>, ObservationExtras?) -> ObservationHandle

    init(_ site: AdHocSite, _ start: @escaping (Handler<Message>, ObservationExtras?) -> ObservationHandle) {
        self.site = site
        self.start = start
    }

    /// Starts the observation.
    @discardableResult
    public func receive(_ receive: @escaping @Sendable (Message) -> Void) -> ObservationHandle {
        start(.message(receive), nil)
    }

    /// Starts the observation with a handler that also gets the authors of messages.
    @discardableResult
    public func receive(_ receive: @escaping @Sendable (Message, AnyObject) -> Void) -> ObservationHandle {
        start(.messageWithAuthor(receive), nil)
    }

    /// Applies a rule, which is made anew for each observation that starts.
    func apply<Output>(_ rule: @escaping @autoclosure () -> Rule<Message, Output>) -> AdHocTransform<Output> {
        AdHocTransform<Output>(site) { start(rule().before($0), $1) }
    }
}

extension Observer {

    /// Prepares an observation whose messages are transformed on the fly. See ``AdHocTransform``.
    public func observe<O: MessageSource>(_ observable: O, file: StaticString = #fileID, line: UInt = #line)
        -> AdHocTransform<O.Message>
    {
        transform(observable, file, line)
    }

    /// Prepares an observation on a queue or in another place, where also the transforms run. See ``AdHocTransform``.
    public func observe<O: MessageSource>(
        _ observable: O, on place: any DeliveryPlace, file: StaticString = #fileID, line: UInt = #line
    ) -> AdHocTransform<O.Message> where O.Message: Sendable {
        transform(observable, file, line, on: place)
    }

    /// Prepares an observation on a queue or in another place, where also the transforms run. See ``AdHocTransform``.
    ///
    /// `buffering` says how many messages may wait on the queue before they're transformed, and what becomes of further ones.
    /// `missed` gets the number of messages that were dropped, where they're missing, whatever the transforms would have made of
    /// them. See ``MessageBuffering``.
    @_disfavoredOverload
    public func observe<O: MessageSource>(
        _ observable: O, on place: any DeliveryPlace, buffering: MessageBuffering,
        missed: (@Sendable (_ count: Int) -> Void)? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> AdHocTransform<O.Message> where O.Message: Sendable {
        transform(observable, file, line, on: place, buffering, missed, limit: buffering.limit())
    }

    /// Prepares an observation of a variable on a queue or in another place, where updates that wait become one before they're transformed. See
    /// ``UpdateBuffering/merged``.
    public func observe<O: MessageSource, Value>(
        _ observable: O, on place: any DeliveryPlace, buffering: UpdateBuffering, file: StaticString = #fileID,
        line: UInt = #line
    ) -> AdHocTransform<Update<Value>> where O.Message == Update<Value>, Value: Sendable {
        transform(observable, file, line, on: place, limit: buffering.limit())
    }

    /// - Parameter hop: Makes what the observation needs to run elsewhere, anew for each one.
    private func transform<O: MessageSource>(
        _ observable: O, _ file: StaticString, _ line: UInt, on place: (any DeliveryPlace)? = nil,
        _ buffering: MessageBuffering = .unbounded, _ missed: (@Sendable (Int) -> Void)? = nil,
        limit: BufferLimit<O.Message> = .unbounded
    ) -> AdHocTransform<O.Message> {
        let startPoint = StartPoint(O.self, file, line)
        let site = AdHocSite(
            observer: self, receiver: receiver, messenger: observable.sourceMessenger.messenger, startPoint: startPoint,
            place: place, buffering: buffering, missed: missed)
        return AdHocTransform(site) { handler, extras in
            let lane = place.map { Lane(of: $0) }
            return self.start(
                observable, at: startPoint, on: lane, limit: limit, missed: missed, extras: extras, handler)
        }
    }
}

/// Prepares an observation by the shared free observer. See ``AdHocTransform``.
public func observe<O: MessageSource>(_ observable: O, file: StaticString = #fileID, line: UInt = #line)
    -> AdHocTransform<O.Message>
{
    FreeObserver.shared.observe(observable, file: file, line: line)
}

/// Prepares an observation on a queue or in another place by the shared free observer. See ``AdHocTransform``.
public func observe<O: MessageSource>(
    _ observable: O, on place: any DeliveryPlace, file: StaticString = #fileID, line: UInt = #line
) -> AdHocTransform<O.Message> where O.Message: Sendable {
    FreeObserver.shared.observe(observable, on: place, file: file, line: line)
}

/// Prepares an observation on a queue or in another place by the shared free observer. See ``AdHocTransform``.
@_disfavoredOverload
public func observe<O: MessageSource>(
    _ observable: O, on place: any DeliveryPlace, buffering: MessageBuffering,
    missed: (@Sendable (_ count: Int) -> Void)? = nil, file: StaticString = #fileID, line: UInt = #line
) -> AdHocTransform<O.Message> where O.Message: Sendable {
    FreeObserver.shared.observe(observable, on: place, buffering: buffering, missed: missed, file: file, line: line)
}

/// Prepares an observation of a variable on a queue or in another place by the shared free observer, where updates that wait become one before
/// they're transformed.
public func observe<O: MessageSource, Value>(
    _ observable: O, on place: any DeliveryPlace, buffering: UpdateBuffering, file: StaticString = #fileID,
    line: UInt = #line
) -> AdHocTransform<Update<Value>> where O.Message == Update<Value>, Value: Sendable {
    FreeObserver.shared.observe(observable, on: place, buffering: buffering, file: file, line: line)
}

extension MessageSource {

    /// Prepares an observation of a variable on a queue or in another place by the shared free observer, where updates that wait become one before
    /// they're transformed.
    public func observed<Value: Sendable>(
        on place: any DeliveryPlace, buffering: UpdateBuffering, file: StaticString = #fileID, line: UInt = #line
    ) -> AdHocTransform<Update<Value>> where Message == Update<Value> {
        FreeObserver.shared.observe(self, on: place, buffering: buffering, file: file, line: line)
    }

    /// Prepares an observation by the shared free observer. See ``AdHocTransform``.
    public func observed(file: StaticString = #fileID, line: UInt = #line) -> AdHocTransform<Message> {
        FreeObserver.shared.observe(self, file: file, line: line)
    }

    /// Prepares an observation on a queue or in another place by the shared free observer. See ``AdHocTransform``.
    public func observed(
        on place: any DeliveryPlace, file: StaticString = #fileID, line: UInt = #line
    ) -> AdHocTransform<Message> where Message: Sendable {
        FreeObserver.shared.observe(self, on: place, file: file, line: line)
    }

    /// Prepares an observation on a queue or in another place by the shared free observer. See ``AdHocTransform``.
    @_disfavoredOverload
    public func observed(
        on place: any DeliveryPlace, buffering: MessageBuffering, missed: (@Sendable (_ count: Int) -> Void)? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) -> AdHocTransform<Message> where Message: Sendable {
        FreeObserver.shared.observe(self, on: place, buffering: buffering, missed: missed, file: file, line: line)
    }
}
