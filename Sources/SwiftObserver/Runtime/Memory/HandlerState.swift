/// The state that the handler of one observation keeps from one message to the next.
///
/// It needs no lock. A handler is called for one message at a time, and each call happens after the
/// one before, on any thread. That's why it's `@unchecked Sendable`, and why two observations must
/// not share one. The value has memory of its own, because an optional value would be slow where
/// the compiler knows no types.
final class HandlerState<Value>: @unchecked Sendable {

    private let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)

    /// `true` if there's a value.
    @exclusivity(unchecked)
    private(set) var isSet: Bool

    init() { isSet = false }

    init(_ value: Value) {
        memory.initialize(to: value)
        isSet = true
    }

    deinit {
        if isSet { memory.deinitialize(count: 1) }
        memory.deallocate()
    }

    /// The value. There must be one.
    var value: Value {
        @inline(__always)
        get { memory.pointee }
    }

    /// Replaces the value, which may run the destructor of the previous one.
    @inline(__always)
    func set(_ new: Value) {
        if isSet {
            memory.pointee = new
        } else {
            memory.initialize(to: new)
            isSet = true
        }
    }

    /// Replaces the value and returns the previous one in its argument, to be released elsewhere.
    ///
    /// A value that's plain memory isn't returned.
    @inline(__always)
    func exchange(_ new: inout Value) {
        if !isSet || _isPOD(Value.self) {
            set(new)
        } else {
            swap(&memory.pointee, &new)
        }
    }

    /// Removes the value. There must be one.
    func take() -> Value {
        isSet = false
        return memory.move()
    }
}
