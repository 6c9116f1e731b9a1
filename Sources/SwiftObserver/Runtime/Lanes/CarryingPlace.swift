/// A place to which task-local values of the sender are carried along.
///
/// It's what ``DeliveryPlace/carrying(_:)`` returns, where the details are. It shares the order of the place that it's made of.
public final class CarryingPlace: DeliveryPlace {

    /// The place where handlers run.
    let base: any DeliveryPlace

    /// What is carried along.
    let carrier: Carrier

    fileprivate init(_ base: any DeliveryPlace, _ carrier: Carrier) {
        self.base = base
        self.carrier = carrier
    }

    /// Enqueues a block in the place that this is made of.
    public func enqueue(_ block: @escaping @Sendable () -> Void) { base.enqueue(block) }
}

extension DeliveryPlace {

    /// This place, for handlers that are to find a task-local value of the sender, so that traces survive the hop.
    ///
    /// ```swift
    /// enum Trace {
    ///     @TaskLocal static var id = 0
    /// }
    ///
    /// dog.observe(sky, on: queue.carrying(Trace.$id)) { color in
    ///     print("color \(color) of trace \(Trace.id)")
    /// }
    /// Trace.$id.withValue(7) { sky.send(.blue) }  // prints "color … of trace 7"
    /// ```
    ///
    /// The value is that of the task or thread that calls `send`, at that moment, whoever delivers the message. Several values are
    /// carried by several calls: `queue.carrying(Trace.$id).carrying(User.$current)`.
    ///
    /// A message that a transform or a `replay` passes on is sent by whoever lets it do so: who delivers its origin, or begins to observe. What time causes, as behind ``MessageSource/debounce(for:clock:file:line:)``, has no sender: handlers find the value that is set nowhere.
    ///
    /// **Order:** The result is the same place. All that is said of observing on this one holds.
    ///
    /// **Lifetime:** A value is kept until its message is handled or dropped. A message that was made of several, as with
    /// ``Observing/merging()``, carries the value of the last one. A batch carries none, and neither do observables that were
    /// created on the result.
    ///
    /// - Complexity: An allocation for each value of each message.
    public func carrying<Value: Sendable>(_ local: TaskLocal<Value>) -> CarryingPlace {
        let place = self as? CarryingPlace
        return CarryingPlace(place?.base ?? self, LocalCarrier(local, after: place?.carrier))
    }
}

/// Carries one task-local value, and what others carry.
private final class LocalCarrier<Value: Sendable>: Carrier, @unchecked Sendable {

    private let local: TaskLocal<Value>
    private let previous: Carrier?

    init(_ local: TaskLocal<Value>, after previous: Carrier?) {
        self.local = local
        self.previous = previous
    }

    override func capture() -> Carried { CarriedLocal(local, local.get(), after: previous?.capture()) }
}

private final class CarriedLocal<Value: Sendable>: Carried, @unchecked Sendable {

    private let local: TaskLocal<Value>
    private let value: Value
    private let previous: Carried?

    init(_ local: TaskLocal<Value>, _ value: Value, after previous: Carried?) {
        self.local = local
        self.value = value
        self.previous = previous
    }

    override func run(_ handle: () -> Void) {
        local.withValue(value) { if let previous { previous.run(handle) } else { handle() } }
    }
}
