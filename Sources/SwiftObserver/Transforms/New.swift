extension MessageSource {

    /// Creates an observable that sends only the new value of each ``Update``.
    ///
    /// It's buffered if this observable is.
    public func new<Value>(file: StaticString = #fileID, line: UInt = #line) -> Map<Self, Value>
    where Message == Update<Value> {
        Map(self, at: StartPoint(Self.self, file, line)) { $0.new }
    }
}

extension Observing {

    /// Passes on only the new value of each ``Update``.
    public func new<Value>() -> Observing<Value, Form, ObservingStage.Transforming> where Message == Update<Value> {
        apply(.mapping { $0.new })
    }
}

extension Observing where Form == ObservingForm.Plain {

    /// Passes on only the new value of each ``Update``, and starts the observation.
    @discardableResult
    public func new<Value>(_ receive: @escaping @Sendable (Value) -> Void) -> ObservationHandle
    where Message == Update<Value> {
        new().receive(receive)
    }
}
