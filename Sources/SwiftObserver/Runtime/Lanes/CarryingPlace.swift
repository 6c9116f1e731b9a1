/// A place to which task-local values of the sender are carried.
///
/// ``DeliveryPlace/carrying(_:)`` returns it, and describes the details. It shares the order of the
/// place that it's made of.
public final class CarryingPlace: DeliveryPlace {

    /// The place where handlers run.
    let base: any DeliveryPlace

    /// Captures the values that are carried.
    let carrier: Carrier

    fileprivate init(_ base: any DeliveryPlace, _ carrier: Carrier) {
        self.base = base
        self.carrier = carrier
    }

    /// Enqueues a block in the place that this one is made of.
    public func enqueue(_ block: @escaping @Sendable () -> Void) { base.enqueue(block) }
}

extension DeliveryPlace {

    /// Returns this place for handlers that are to find a task-local value of the sender.
    ///
    /// So traces survive the hop.
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
    /// The value is that of the task or thread that calls `send`, at that moment, even if another
    /// thread delivers the message. To carry several values, call this several times:
    /// `queue.carrying(Trace.$id).carrying(User.$current)`.
    ///
    /// If a transform or a `replay` passes a message on, the sender is the thread that delivers the
    /// origin, or that begins to observe. A message that is caused by time, as after
    /// ``MessageSource/debounce(for:clock:file:line:)``, has no sender: handlers find the default
    /// value.
    ///
    /// **Order:** The result is the same place. Everything that holds for observing on this place
    /// holds for the result.
    ///
    /// **Lifetime:** A value is kept until its message is handled or dropped. A message that was
    /// made of several messages, as with ``Observing/merging()``, carries the value of the last
    /// one. A batch carries no value. Observables that were created on the result carry none,
    /// either.
    ///
    /// - Complexity: An allocation for each value of each message.
    public func carrying<Value: Sendable>(_ local: TaskLocal<Value>) -> CarryingPlace {
        let place = self as? CarryingPlace
        return CarryingPlace(place?.base ?? self, LocalCarrier(local, after: place?.carrier))
    }
}

/// Carries one task-local value, and the values of another carrier.
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
