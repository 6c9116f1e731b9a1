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
/// All closures of the chain run where the handler runs, be that in place or on a queue.
///
/// It is not `Sendable`: chains are written where they start.
public struct AdHocTransform<Message> {

    /// Starts the observation as a member of a group, if there is one.
    let start: (Handler<Message>, ObservationGroup?) -> ObservationHandle

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
        AdHocTransform<Output> { start(rule().before($0), $1) }
    }

    /// Applies a rule that may end the observation, by ending the group.
    func apply<Output>(_ rule: @escaping (ObservationGroup) -> Rule<Message, Output>) -> AdHocTransform<Output> {
        AdHocTransform<Output> {
            let group = $1 ?? ObservationGroup()
            return start(rule(group).before($0), group)
        }
    }
}

extension Observer {

    /// Prepares an observation whose messages are transformed on the fly. See ``AdHocTransform``.
    public func observe<O: MessageSource>(_ observable: O, file: StaticString = #fileID, line: UInt = #line)
        -> AdHocTransform<O.Message>
    {
        AdHocTransform { self.start(observable, at: StartPoint(O.self, file, line), group: $1, hop: nil, $0) }
    }

    /// Prepares an observation on a queue, where also the transforms run. See ``AdHocTransform``.
    public func observe<O: MessageSource>(
        _ observable: O, on place: some DeliveryPlace, file: StaticString = #fileID, line: UInt = #line
    ) -> AdHocTransform<O.Message> where O.Message: Sendable {
        AdHocTransform {
            self.start(observable, at: StartPoint(O.self, file, line), group: $1, hop: Hop(Lane(of: place)), $0)
        }
    }

    /// Prepares an observation on a queue, where also the transforms run. See ``AdHocTransform``.
    ///
    /// `buffering` says how many messages may wait on the queue before they're transformed, and what becomes of further ones.
    /// `missed` gets the number of messages that were dropped, where they're missing, whatever the transforms would have made of
    /// them. See ``MessageBuffering``.
    @_disfavoredOverload
    public func observe<O: MessageSource>(
        _ observable: O, on place: some DeliveryPlace, buffering: MessageBuffering,
        missed: (@Sendable (_ count: Int) -> Void)? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> AdHocTransform<O.Message> where O.Message: Sendable {
        AdHocTransform {
            self.start(
                observable, at: StartPoint(O.self, file, line), group: $1, hop: Hop(on: place, buffering, missed), $0)
        }
    }

    /// Prepares an observation of a variable on a queue, where updates that wait become one before they're transformed. See
    /// ``UpdateBuffering/merged``.
    public func observe<O: MessageSource, Value>(
        _ observable: O, on place: some DeliveryPlace, buffering: UpdateBuffering, file: StaticString = #fileID,
        line: UInt = #line
    ) -> AdHocTransform<Update<Value>> where O.Message == Update<Value>, Value: Sendable {
        AdHocTransform {
            self.start(
                observable, at: StartPoint(O.self, file, line), group: $1,
                hop: Hop(Lane(of: place), limit: buffering.limit()), $0)
        }
    }
}

/// Prepares an observation by the shared free observer. See ``AdHocTransform``.
public func observe<O: MessageSource>(_ observable: O, file: StaticString = #fileID, line: UInt = #line)
    -> AdHocTransform<O.Message>
{
    FreeObserver.shared.observe(observable, file: file, line: line)
}

/// Prepares an observation on a queue by the shared free observer. See ``AdHocTransform``.
public func observe<O: MessageSource>(
    _ observable: O, on place: some DeliveryPlace, file: StaticString = #fileID, line: UInt = #line
) -> AdHocTransform<O.Message> where O.Message: Sendable {
    FreeObserver.shared.observe(observable, on: place, file: file, line: line)
}

/// Prepares an observation on a queue by the shared free observer. See ``AdHocTransform``.
@_disfavoredOverload
public func observe<O: MessageSource>(
    _ observable: O, on place: some DeliveryPlace, buffering: MessageBuffering,
    missed: (@Sendable (_ count: Int) -> Void)? = nil, file: StaticString = #fileID, line: UInt = #line
) -> AdHocTransform<O.Message> where O.Message: Sendable {
    FreeObserver.shared.observe(observable, on: place, buffering: buffering, missed: missed, file: file, line: line)
}

/// Prepares an observation of a variable on a queue by the shared free observer, where updates that wait become one before
/// they're transformed.
public func observe<O: MessageSource, Value>(
    _ observable: O, on place: some DeliveryPlace, buffering: UpdateBuffering, file: StaticString = #fileID,
    line: UInt = #line
) -> AdHocTransform<Update<Value>> where O.Message == Update<Value>, Value: Sendable {
    FreeObserver.shared.observe(observable, on: place, buffering: buffering, file: file, line: line)
}

extension MessageSource {

    /// Prepares an observation of a variable on a queue by the shared free observer, where updates that wait become one before
    /// they're transformed.
    public func observed<Value: Sendable>(
        on place: some DeliveryPlace, buffering: UpdateBuffering, file: StaticString = #fileID, line: UInt = #line
    ) -> AdHocTransform<Update<Value>> where Message == Update<Value> {
        FreeObserver.shared.observe(self, on: place, buffering: buffering, file: file, line: line)
    }

    /// Prepares an observation by the shared free observer. See ``AdHocTransform``.
    public func observed(file: StaticString = #fileID, line: UInt = #line) -> AdHocTransform<Message> {
        FreeObserver.shared.observe(self, file: file, line: line)
    }

    /// Prepares an observation on a queue by the shared free observer. See ``AdHocTransform``.
    public func observed(
        on place: some DeliveryPlace, file: StaticString = #fileID, line: UInt = #line
    ) -> AdHocTransform<Message> where Message: Sendable {
        FreeObserver.shared.observe(self, on: place, file: file, line: line)
    }

    /// Prepares an observation on a queue by the shared free observer. See ``AdHocTransform``.
    @_disfavoredOverload
    public func observed(
        on place: some DeliveryPlace, buffering: MessageBuffering, missed: (@Sendable (_ count: Int) -> Void)? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) -> AdHocTransform<Message> where Message: Sendable {
        FreeObserver.shared.observe(self, on: place, buffering: buffering, missed: missed, file: file, line: line)
    }
}
