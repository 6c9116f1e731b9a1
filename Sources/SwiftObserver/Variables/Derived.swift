/// A value that is computed from the values of variables.
///
/// ```swift
/// let price = Var(2), amount = Var(3)
/// let total = Derived(price, amount) { price, amount in price * amount }
///
/// dog.observe(total) { update in
///     print("\(update.new)")
/// }
///
/// price <- 5         // prints "15"
/// print(total.value) // prints "15"
/// ```
///
/// Sources are variables, combined variables, other derived values, and views of these. They never
/// change. You can observe a derived value in all ways in which you can observe a variable, but you
/// can't send through it.
///
/// **Order:** There's one order of all changes and of all reads of values. A derived value is
/// always the function of the values that its sources had together at one position of that order.
/// Its updates form a chain, and a change of its sources causes at most one update. If the result
/// is equal, it causes none. On one queue, actor or other place, the update comes after the updates
/// of the sources that caused it, unless it's merged. In place, it does so unless several threads
/// deliver.
///
/// **Threads:** You can read and observe it from any thread. After a change has returned, the
/// thread that made it reads a value that knows the change. While it's observed, the function runs
/// on threads that change sources, after the in-place handlers of these sources. A thread that
/// finds another one in the function leaves the change to that one, and returns. The function runs
/// without a lock, so it may run on several threads at once: for an update and for reads.
///
/// **The function** should depend on its arguments only. It may read other values, but their
/// changes don't cause updates. A function that changes one of its sources, or reads its own
/// derived value, stops the program with a message that says so.
///
/// **Lifetime:** It retains its function, its variables, and what it needs of other derived values.
/// Its observations end when it's deallocated, as those of other observables do. So store it, like
/// a messenger, even if others are derived from it.
///
/// It's `Sendable` if its value is.
///
/// - Complexity: Without observers, a change of a source only increases a count. A read is O(n) in
///   the variables below, and calls the function only if one of them has changed since the last
///   read. While it's observed, a change is O(n log n) in the derived values that depend on the
///   variable, directly or indirectly. All of them are locked for a moment, but no function runs
///   then.
public final class Derived<Value: Equatable>: ValueSource {

    init(of sources: [NodeSource], named name: String?, _ function: @escaping (inout SourceValues) -> Value) {
        messenger = DerivedMessenger(of: sources, named: name, observableType: Derived.self, function)
        messenger.derived = WeakReference(self)
    }

    let messenger: DerivedMessenger<Value>

    /// The messenger at which observations are registered. You can't send through it.
    public var sourceMessenger: SourceMessenger<Update<Value>> { SourceMessenger(messenger) }

    /// The current value.
    public var value: Value { messenger.value }

    /// An update in which both `old` and `new` are the current value.
    public var latestMessage: Update<Value> { messenger.latestMessage }

    /// A view through which you can only observe the derived value, and read it.
    public var view: BufferedView<Update<Value>> { messenger.view }

    /// Returns a view whose observations start with the current value.
    public func startingWithLatest() -> BufferedView<Update<Value>> { view.startingWithLatest() }
}

/// `@unchecked` because the lock of the node guards the value.
extension Derived: @unchecked Sendable where Value: Sendable {}
