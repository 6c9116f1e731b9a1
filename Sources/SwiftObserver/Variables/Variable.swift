/// A short name for ``Variable``.
public typealias Var = Variable

/// An observable value.
///
/// A variable sends an ``Update`` with the old and the new value whenever its value changes:
///
/// ```swift
/// let number = Var(23)
///
/// observer.observe(number) { update in
///     print("changed by \(update.new - update.old)")
/// }
///
/// number.value = 42  // prints "changed by 19"
/// number <- 42       // prints nothing
/// number.value += 1  // prints "changed by 1"
/// ```
///
/// **Order:** Its updates form a chain: each `old` value is the `new` value of the update before, and the last `new` value
/// is the value, whatever threads set it. Updates that someone sends through ``Observable/send(_:)`` are no part of that.
///
/// **Threads:** All functions may be called from any thread. Changing in place, as in `number.value += 1` or
/// `list.value.append(x)`, is atomic, sends one update, and lets other threads wait that touch the value meanwhile. Code
/// that runs inside such a change must not touch the same value: that stops the program with a message that says so.
/// Nor can a change be suspended: `await fill(&variable.value)` stops the program when it goes on on another thread.
/// Don't touch another variable inside such a change either: two threads that do so the other way around would wait for
/// each other. Read what you need before the change. A handler may find a `value` that is newer than its update.
///
/// A variable is `Sendable` if its value is. It is buffered, equatable, and, depending on its value, also comparable,
/// encodable and decodable.
///
/// As a property wrapper, a variable hides behind a property: see ``projectedValue``.
@propertyWrapper
public final class Variable<Value: Equatable>: Messenger<Update<Value>>, BufferedObservable {

    /// Creates a variable that delivers its updates in place, on the threads that change it.
    public convenience init(_ value: Value) {
        self.init(value, office: PostOffice())
    }

    /// Creates a variable that delivers all its updates on a queue, or in another ``DeliveryPlace``, while the value itself changes
    /// at once.
    ///
    /// For delivery on a queue, see ``Messenger/init(on:)``.
    public convenience init(_ value: Value, on place: some DeliveryPlace) where Value: Sendable {
        self.init(value, office: PostOffice(on: Lane(of: place)))
    }

    /// Creates a variable that has a name, by which it's found where someone looks: see ``Watch``.
    ///
    /// ```swift
    /// let count = Var(0, named: "count")
    /// ```
    public convenience init(_ value: Value, named name: String) {
        self.init(value, office: NamedOffice(named: name, on: nil))
    }

    /// Creates a variable that has a name, and delivers all its updates on a queue. See ``Messenger/init(on:)``.
    public convenience init(_ value: Value, named name: String, on place: some DeliveryPlace) where Value: Sendable {
        self.init(value, office: NamedOffice(named: name, on: Lane(of: place)))
    }

    init(_ value: Value, office: PostOffice) {
        published = PublishedState(VariableState(value), office: office)
        super.init(office)
    }

    deinit { published.endCombining() }

    /// Waits for a change in place to end that may not know yet that its update will be asked for.
    override func start(_ observation: Observation<Update<Value>>) {
        if _isPOD(Value.self) { return super.start(observation) }
        published.start(observation, ofMessenger: self)
    }

    override var startsWithLatestAtOnce: Bool { true }

    override func startWithLatest(_ observation: Observation<Update<Value>>) -> Bool {
        published.start(observation, ofMessenger: self) { Update($0.value, $0.value) }
        return true
    }

    override var combinedOffices: [Downstream] { published.combinedOffices }

    let published: PublishedState<VariableState<Value>, Update<Value>>

    /// The current value.
    ///
    /// Setting an equal value sends nothing and keeps the old one. When the value is changed in place, values are compared
    /// inside the atomic change, so `==` must not touch the variable either. When it's set, they are compared without a
    /// lock, unless they are of type `Int`, `Double`, `Bool` or `String`. If other threads change the value during several
    /// such comparisons in a row, the last one becomes part of the atomic change, so that setting always ends.
    ///
    /// - Complexity: Changing in place makes a copy of the old value only if the variable is observed.
    // The compiler makes extra code for the most common types, since code without types is several times slower.
    public var value: Value {
        @_specialize(where Value == Int)
        @_specialize(where Value == Double)
        @_specialize(where Value == Bool)
        @_specialize(where Value == String)
        get { published.value }
        set { set(newValue, as: self) }
        _modify {
            // Branches instead of `@_specialize`, with which the compiler (6.3) calls an accessor that yields like a function. That
            // only comes out right where such a call is inlined, which it isn't with `-Osize`.
            if Value.self == Int.self {
                let published = asKnown(self, Variable<Int>.self).published
                let change = published.beginChange()
                defer { published.finish(change, as: self) }
                yield &published.address(as: Value.self).pointee
            } else if Value.self == Double.self {
                let published = asKnown(self, Variable<Double>.self).published
                let change = published.beginChange()
                defer { published.finish(change, as: self) }
                yield &published.address(as: Value.self).pointee
            } else if Value.self == Bool.self {
                let published = asKnown(self, Variable<Bool>.self).published
                let change = published.beginChange()
                defer { published.finish(change, as: self) }
                yield &published.address(as: Value.self).pointee
            } else if Value.self == String.self {
                let published = asKnown(self, Variable<String>.self).published
                let change = published.beginChange()
                defer { published.finish(change, as: self) }
                yield &published.address(as: Value.self).pointee
            } else {
                yield &published[changingAs: self]
            }
        }
    }

    /// Changes the value in place, without the memory that accessors allocate.
    @_specialize(where Value == Int)
    @_specialize(where Value == Double)
    @_specialize(where Value == Bool)
    @_specialize(where Value == String)
    func changeInPlace(_ act: (inout Value) -> Void) {
        published.changeInPlace(as: self, act)
    }

    /// Sets the value on behalf of an author, who becomes the author of the update. For how values are compared, see
    /// ``value``.
    @_specialize(where Value == Int)
    @_specialize(where Value == Double)
    @_specialize(where Value == Bool)
    @_specialize(where Value == String)
    public func set(_ value: Value, as author: AnyObject) {
        published.set(value, as: author)
    }

    /// An update in which both `old` and `new` are the current value.
    public var latestMessage: Update<Value> {
        let value = value
        return Update(value, value)
    }

    /// Sends an update in which both `old` and `new` are the current value.
    ///
    /// The update takes its place in the chain of updates, also when other threads change the value.
    public func send() {
        published.change(as: self) { (Update($0.value, $0.value), ()) }
    }

    // MARK: - Wrap a property

    /// Creates the variable behind a property: `@Var var title = ""`.
    public convenience init(wrappedValue: Value) {
        self.init(wrappedValue)
    }

    /// The value, which is what the wrapped property gets, sets and changes in place.
    public var wrappedValue: Value {
        get { value }
        set { value = newValue }
        _modify { yield &value }
    }

    /// The variable itself, which is what to observe:
    ///
    /// ```swift
    /// struct Model: Codable {
    ///     @Var var title = ""
    ///     @Var var subtitle: String?
    /// }
    ///
    /// dog.observe(model.$title) { update in
    ///     // model.title has changed
    /// }
    /// ```
    ///
    /// Copies of a structure share its variables. The structure encodes, decodes and compares like one with properties of
    /// type `Var`, and it's `Sendable` if its values are.
    public var projectedValue: Variable<Value> { self }
}

/// `@unchecked` because the value is guarded by the lock of the published state.
extension Variable: @unchecked Sendable where Value: Sendable {}

/// The value of a variable.
struct VariableState<Value: Equatable>: ValueState {

    var value: Value
    var version = 0
    var role = DependencyRole.none

    init(_ value: Value) { self.value = value }

    static func message(old: Value, new: Value) -> Update<Value> { Update(old, new) }
}

// MARK: - Create without value

extension Variable {

    /// Creates a variable whose value is `nil`, unless a value is given.
    public convenience init<Wrapped>() where Value == Wrapped? {
        self.init(nil)
    }

    /// Creates a variable whose value is zero.
    public convenience init() where Value: AdditiveArithmetic {
        self.init(.zero)
    }

    /// Creates a variable whose value is the empty string.
    public convenience init() where Value == String {
        self.init("")
    }
}

// MARK: - Assign

infix operator <- : AssignmentPrecedence

/// Sets the value of a variable, with the variable itself as the author.
public func <- <Value>(variable: Variable<Value>, value: Value) {
    variable.value = value
}

/// Sets the value of a variable if there is a variable.
public func <- <Value>(variable: Variable<Value>?, value: Value) {
    variable?.value = value
}

// MARK: - Compare

extension Variable: Equatable {

    /// Tells whether the values of both variables are equal.
    public static func == (left: Variable, right: Variable) -> Bool {
        left.value == right.value
    }
}

extension Variable: Comparable where Value: Comparable {

    /// Compares the values of both variables.
    public static func < (left: Variable, right: Variable) -> Bool {
        left.value < right.value
    }
}

// MARK: - Encode and decode

private enum VariableKey: String, CodingKey { case storedValue }

extension Variable: Encodable where Value: Encodable {

    /// Encodes the current value, under the key `storedValue`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: VariableKey.self)
        try container.encode(value, forKey: .storedValue)
    }
}

extension Variable: Decodable where Value: Decodable {

    /// Decodes a variable that delivers in place.
    ///
    /// Version 4.1 encoded no key where there was no value. That's decoded as `nil` if the value is optional.
    public convenience init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: VariableKey.self)
        if let optional = Value.self as? any OptionalValue.Type, !container.contains(.storedValue) {
            self.init(optional.none as! Value)
        } else {
            self.init(try container.decode(Value.self, forKey: .storedValue))
        }
    }
}

/// An optional, whatever it wraps.
private protocol OptionalValue {
    static var none: Self { get }
}

extension Optional: OptionalValue {}
