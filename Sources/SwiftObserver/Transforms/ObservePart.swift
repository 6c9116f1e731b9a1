extension Observer {

    /// Starts to observe one part of a value, and is only notified when that part changes.
    ///
    /// ```swift
    /// dog.observe(person, \.name) { update in
    ///     print("\(update.old) is \(update.new) now")
    /// }
    ///
    /// person.value.age += 1       // prints nothing
    /// person.value.name = "Maya"  // prints "Mia is Maya now"
    /// ```
    ///
    /// The path can have several steps, as in `\.address.city`, and lead through optionals and
    /// computed properties.
    ///
    /// **Order:** The updates of the part form a chain like those of the whole value: each `old`
    /// part is the `new` part of the update before. An observation of
    /// ``BufferedObservable/startingWithLatest()`` starts with an update in which both are the
    /// current part. Updates in which the part is unchanged aren't handled, also if they're sent by
    /// ``BufferedObservable/send()``.
    ///
    /// **Comparison:** If the value is a structure that stores the part, the library first compares
    /// the bytes of the old part and the new one. Equal bytes are no change, even if `==` says
    /// otherwise, as for a `Double` that stays `.nan`. If bytes differ, or the part isn't stored,
    /// `==` decides, where the handler runs. Computed properties run there, too.
    ///
    /// **Lifetime:** This is an observation of the whole: it ends when the observer stops observing
    /// the variable, and retains neither. In contrast, ``ValueSource/subscript(_:)`` returns an
    /// object, which you must store.
    ///
    /// - Complexity: O(1). A change of something else costs a comparison of bytes if the part is
    ///   stored. Otherwise, it costs two reads through the key path and `==`.
    @discardableResult
    public func observe<Source: MessageSource, Value, Part: Equatable & SendableMetatype>(
        _ observable: Source, _ path: KeyPath<Value, Part> & Sendable, file: StaticString = #fileID,
        line: UInt = #line, receive: @escaping @Sendable (Update<Part>) -> Void
    ) -> ObservationHandle where Source.Message == Update<Value> {
        UpstreamPart(of: observable, at: path).start(
            at: ObservingSite(self, receiver, StartPoint(Source.self, file, line)), .message(receive))
    }

    /// Starts to observe one part of a value, with a handler that also receives authors.
    ///
    /// The author is that of the change.
    @discardableResult
    public func observe<Source: MessageSource, Value, Part: Equatable & SendableMetatype>(
        _ observable: Source, _ path: KeyPath<Value, Part> & Sendable, file: StaticString = #fileID,
        line: UInt = #line, receive: @escaping @Sendable (Update<Part>, AnyObject) -> Void
    ) -> ObservationHandle where Source.Message == Update<Value> {
        UpstreamPart(of: observable, at: path).start(
            at: ObservingSite(self, receiver, StartPoint(Source.self, file, line)), .messageWithAuthor(receive))
    }

    /// Starts to observe one part of a value on a queue, or on another ``DeliveryPlace``.
    ///
    /// **Order:** It's the order of ``observe(_:on:file:line:receive:)-(_,DeliveryPlace,_,_,(O.Message)->Void)``.
    /// If the part is stored, changes of something else don't even reach the queue.
    @discardableResult
    public func observe<Source: MessageSource, Value: Sendable, Part: Equatable & Sendable>(
        _ observable: Source, _ path: KeyPath<Value, Part> & Sendable, on place: any DeliveryPlace,
        file: StaticString = #fileID, line: UInt = #line, receive: @escaping @Sendable (Update<Part>) -> Void
    ) -> ObservationHandle where Source.Message == Update<Value> {
        observe(observable, path, file: file, line: line).on(place).receive(receive)
    }

    /// Starts to observe one part of a value on a queue, with a handler that receives authors.
    @discardableResult
    public func observe<Source: MessageSource, Value: Sendable, Part: Equatable & Sendable>(
        _ observable: Source, _ path: KeyPath<Value, Part> & Sendable, on place: any DeliveryPlace,
        file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @Sendable (Update<Part>, AnyObject) -> Void
    ) -> ObservationHandle where Source.Message == Update<Value> {
        observe(observable, path, file: file, line: line).on(place).withAuthor().receive {
            receive($0.message, $0.author)
        }
    }

    /// Begins to describe an observation of one part of a value in steps.
    ///
    /// ```swift
    /// dog.observe(person, \.name).on(queue).buffering(.newest(9)).new().receive { name in … }
    /// ```
    ///
    /// Steps are those of ``Observing``. If the part is stored, only updates that change its bytes
    /// wait on the queue and count toward a limit. Otherwise, all updates of the value do.
    public func observe<Source: MessageSource, Value: Sendable, Part: Equatable & SendableMetatype>(
        _ observable: Source, _ path: KeyPath<Value, Part> & Sendable, file: StaticString = #fileID,
        line: UInt = #line
    ) -> Observing<Update<Part>, ObservingForm.Plain, ObservingStage.InPlace> where Source.Message == Update<Value> {
        Observing(
            ObservingSite(self, receiver, StartPoint(Source.self, file, line)),
            ObservingOrigin(UpstreamPart(of: observable, at: path)))
    }
}

// MARK: - By the shared free observer

/// Starts an observation of one part of a value by the shared free observer.
///
/// For details, see ``Observer/observe(_:_:file:line:receive:)-(_,_,_,_,(Update<Part>)->Void)``.
@discardableResult
public func observe<Source: MessageSource, Value, Part: Equatable & SendableMetatype>(
    _ observable: Source, _ path: KeyPath<Value, Part> & Sendable, file: StaticString = #fileID, line: UInt = #line,
    receive: @escaping @Sendable (Update<Part>) -> Void
) -> ObservationHandle where Source.Message == Update<Value> {
    FreeObserver.shared.observe(observable, path, file: file, line: line, receive: receive)
}

/// Starts an observation of one part by the shared free observer, with a handler of authors.
@discardableResult
public func observe<Source: MessageSource, Value, Part: Equatable & SendableMetatype>(
    _ observable: Source, _ path: KeyPath<Value, Part> & Sendable, file: StaticString = #fileID, line: UInt = #line,
    receive: @escaping @Sendable (Update<Part>, AnyObject) -> Void
) -> ObservationHandle where Source.Message == Update<Value> {
    FreeObserver.shared.observe(observable, path, file: file, line: line, receive: receive)
}

/// Begins to describe an observation of one part by the shared free observer.
///
/// See ``Observing``.
public func observe<Source: MessageSource, Value: Sendable, Part: Equatable & SendableMetatype>(
    _ observable: Source, _ path: KeyPath<Value, Part> & Sendable, file: StaticString = #fileID, line: UInt = #line
) -> Observing<Update<Part>, ObservingForm.Plain, ObservingStage.InPlace> where Source.Message == Update<Value> {
    FreeObserver.shared.observe(observable, path, file: file, line: line)
}
