/// What the handler of one observation keeps from one message to the next.
///
/// It needs no lock: a handler is called one message at a time, and each call happens after the one before, whatever threads
/// they're on. That's why it's `@unchecked Sendable`, and why no two observations may share one. The value is in memory of its own, since
/// where the compiler knows no types, an optional value would be slow.
final class HandlerState<Value>: @unchecked Sendable {

    private let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)

    /// Whether there's a value.
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

    /// Puts a value in place of the one that was there, which may run its destructor.
    @inline(__always)
    func set(_ new: Value) {
        if isSet {
            memory.pointee = new
        } else {
            memory.initialize(to: new)
            isSet = true
        }
    }

    /// Puts a value in place of the one that was there, and gives that one back, so that it can be released elsewhere. What is
    /// nothing but memory isn't given back.
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
