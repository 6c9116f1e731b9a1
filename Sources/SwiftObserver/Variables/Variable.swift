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
/// **Order:** Updates form a chain: each `old` value is the `new` value of the update before it,
/// whichever threads set the value. The last `new` value is the value of the variable. Updates sent
/// through ``Observable/send(_:)`` aren't part of the chain.
///
/// **Threads:** Any thread may call all functions. A change in place, as in `number.value += 1` or
/// `list.value.append(x)`, is atomic and sends one update. Other threads that touch the value wait
/// meanwhile. If code inside of such a change touches the same value, the program stops with a
/// message that says so. It also stops if a change is suspended and resumes on another thread, as
/// in `await fill(&variable.value)`. Don't touch other variables in a change either: two threads
/// that do so in opposite order wait for each other forever. Read what you need before the change.
/// In a handler, `value` may be newer than the update.
///
/// A variable is buffered and equatable. If its value is `Sendable`, comparable, encodable or
/// decodable, so is the variable. It's also a property wrapper: see ``projectedValue``.
@propertyWrapper
public final class Variable<Value: Equatable>: Messenger<Update<Value>>, BufferedObservable {

    /// Creates a variable that delivers its updates in place, on the threads that change it.
    public convenience init(_ value: Value) {
        self.init(value, office: PostOffice())
    }

    /// Creates a variable that delivers all its updates on a queue or another ``DeliveryPlace``.
    ///
    /// The value itself changes at once. See ``Messenger/init(on:)``.
    public convenience init(_ value: Value, on place: some DeliveryPlace) where Value: Sendable {
        self.init(value, office: PostOffice(on: Lane(of: place)))
    }

    /// Creates a variable with a name for inspections and reports: see ``Watch``.
    ///
    /// ```swift
    /// let count = Var(0, named: "count")
    /// ```
    public convenience init(_ value: Value, named name: String) {
        self.init(value, office: NamedOffice(named: name, on: nil))
    }

    /// Creates a variable with a name that delivers on a queue. See ``Messenger/init(on:)``.
    public convenience init(_ value: Value, named name: String, on place: some DeliveryPlace) where Value: Sendable {
        self.init(value, office: NamedOffice(named: name, on: Lane(of: place)))
    }

    init(_ value: Value, office: PostOffice) {
        published = PublishedState(VariableState(value), office: office)
        super.init(office)
    }

    deinit { published.endCombining() }

    /// Waits for the end of a change in place that began when the variable wasn't observed.
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
    override var nodeSource: NodeSource? { .root(published.root, self) }
    override var drainElsewhere: DrainElsewhere? { published.drainElsewhere }

    let published: PublishedState<VariableState<Value>, Update<Value>>

    /// The current value.
    ///
    /// Setting an equal value sends nothing and keeps the old one. A change in place compares
    /// values within the atomic step, so `==` must not touch the variable either. Setting compares
    /// without a lock, unless the type is `Int`, `Double`, `Bool` or, except on Apple's platforms,
    /// `String`. If other threads change the value during several comparisons in a row, the last
    /// one becomes part of the atomic step. Setting therefore always ends.
    ///
    /// - Complexity: A change in place copies the old value only if the variable is observed.
    // Specialized for the most common types, since unspecialized code is several times slower.
    public var value: Value {
        @_specialize(where Value == Int)
        @_specialize(where Value == Double)
        @_specialize(where Value == Bool)
        @_specialize(where Value == String)
        get { published.value }
        set { set(newValue, as: self) }
        _modify {
            // Branches instead of `@_specialize`: with it, the compiler (6.3) calls a yielding
            // accessor like a function. That only works where the call is inlined, which it isn't
            // with `-Osize`.
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

    /// Sets the value on behalf of an author, the author of the update. See also ``value``.
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
    /// The update takes its place in the chain of updates, even if other threads change the value.
    public func send() {
        published.change(as: self) { (Update($0.value, $0.value), ()) }
    }

    // MARK: - Wrap a property

    /// Creates the variable of a wrapped property: `@Var var title = ""`.
    public convenience init(wrappedValue: Value) {
        self.init(wrappedValue)
    }

    /// The value that the wrapped property gets, sets and changes in place.
    public var wrappedValue: Value {
        get { value }
        set { value = newValue }
        _modify { yield &value }
    }

    /// The variable itself, which you can observe.
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
    /// Copies of a structure share its variables. The structure encodes, decodes and compares like
    /// one with properties of type `Var`. It's `Sendable` if its values are.
    public var projectedValue: Variable<Value> { self }
}

/// `@unchecked` because the lock of the published state guards the value.
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

    /// Creates a variable whose value is `nil`.
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

/// Sets the value of a variable, if there is a variable.
public func <- <Value>(variable: Variable<Value>?, value: Value) {
    variable?.value = value
}

// MARK: - Compare

extension Variable: Equatable {

    /// Whether the values of both variables are equal.
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
    /// Version 4.1 encoded no key if there was no value. That's decoded as `nil` if the value is
    /// optional.
    public convenience init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: VariableKey.self)
        if let optional = Value.self as? any OptionalValue.Type, !container.contains(.storedValue) {
            self.init(optional.none as! Value)
        } else {
            self.init(try container.decode(Value.self, forKey: .storedValue))
        }
    }
}

/// An optional of any wrapped type.
private protocol OptionalValue {
    static var none: Self { get }
}

extension Optional: OptionalValue {}
