/// Changes two variables in one step.
///
/// ```swift
/// let price = Var(2), amount = Var(3), total = Derived(price, amount) { $0 * $1 }
///
/// change(price, amount) { price, amount in
///     price += 1
///     amount = 2 * price
/// }
/// ```
///
/// The closure changes the values in place. It can return a result, or throw. If it throws, the
/// changes that it made stay, and their updates are sent before this function throws the error.
/// There are such functions for up to six variables.
///
/// **Order:** All changes are one step. No other thread sees a part of it, neither in values nor in
/// updates. Each variable sends one update, or none if its value stays equal. Each combined
/// variable and each ``Derived`` value that depends on any of them sends at most one. Unless
/// another thread is delivering already, observers of the variables receive their updates first, in
/// the order of parameters. Observers of combined variables follow, and then those of derived
/// values.
///
/// **Threads:** The closure and `==` run while all variables are locked, as in a change of one
/// variable in place. Calls that share variables can't deadlock, whichever order they name them in.
/// If the closure touches one of the variables, the program stops with a message that says so.
/// Don't touch other variables or derived values there either: read what you need before the
/// change. A read of a derived value there returns the value from before the change. It stops the
/// program if the value must be computed, for example because another thread has changed a source.
///
/// **Parameters:** Pass each variable once. A combined variable counts as all variables that it
/// combines. Without an author, each variable is the author of its own update. One of them is then
/// the author of the updates of combined variables and derived values: the first one that's known
/// to have changed. The values of variables without observers aren't always compared.
///
/// In a type that has a method of the same name, write `SwiftObserver.change`.
///
/// - Complexity: Copies the old value of a variable only if that's observed, combined, or a source
///   of an observed derived value, or if the value is plain memory.
public func change<A, B, Result: ~Copyable, Failure>(
    _ a: Variable<A>, _ b: Variable<B>,
    as author: AnyObject? = nil, by act: (inout A, inout B) throws(Failure) -> Result
) throws(Failure) -> Result {
    try JointChange.perform([a.joint, b.joint], as: author) { () throws(Failure) -> Result in
        try act(&a.locked, &b.locked)
    }
}

/// Changes three variables in one step. See the function for two variables.
public func change<A, B, C, Result: ~Copyable, Failure>(
    _ a: Variable<A>, _ b: Variable<B>, _ c: Variable<C>,
    as author: AnyObject? = nil, by act: (inout A, inout B, inout C) throws(Failure) -> Result
) throws(Failure) -> Result {
    try JointChange.perform([a.joint, b.joint, c.joint], as: author) { () throws(Failure) -> Result in
        try act(&a.locked, &b.locked, &c.locked)
    }
}

/// Changes four variables in one step. See the function for two variables.
public func change<A, B, C, D, Result: ~Copyable, Failure>(
    _ a: Variable<A>, _ b: Variable<B>, _ c: Variable<C>, _ d: Variable<D>,
    as author: AnyObject? = nil, by act: (inout A, inout B, inout C, inout D) throws(Failure) -> Result
) throws(Failure) -> Result {
    try JointChange.perform([a.joint, b.joint, c.joint, d.joint], as: author) { () throws(Failure) -> Result in
        try act(&a.locked, &b.locked, &c.locked, &d.locked)
    }
}

/// Changes five variables in one step. See the function for two variables.
public func change<A, B, C, D, E, Result: ~Copyable, Failure>(
    _ a: Variable<A>, _ b: Variable<B>, _ c: Variable<C>, _ d: Variable<D>, _ e: Variable<E>,
    as author: AnyObject? = nil, by act: (inout A, inout B, inout C, inout D, inout E) throws(Failure) -> Result
) throws(Failure) -> Result {
    try JointChange.perform([a.joint, b.joint, c.joint, d.joint, e.joint], as: author) { () throws(Failure) -> Result in
        try act(&a.locked, &b.locked, &c.locked, &d.locked, &e.locked)
    }
}

/// Changes six variables in one step. See the function for two variables.
public func change<A, B, C, D, E, F, Result: ~Copyable, Failure>(
    _ a: Variable<A>, _ b: Variable<B>, _ c: Variable<C>, _ d: Variable<D>, _ e: Variable<E>, _ f: Variable<F>,
    as author: AnyObject? = nil,
    by act: (inout A, inout B, inout C, inout D, inout E, inout F) throws(Failure) -> Result
) throws(Failure) -> Result {
    try JointChange.perform([a.joint, b.joint, c.joint, d.joint, e.joint, f.joint], as: author) {
        () throws(Failure) -> Result in
        try act(&a.locked, &b.locked, &c.locked, &d.locked, &e.locked, &f.locked)
    }
}

extension Variable {

    /// The variable as one of several that change in one step.
    fileprivate var joint: any JointVariable {
        @_specialize(where Value == Int)
        @_specialize(where Value == Double)
        @_specialize(where Value == Bool)
        @_specialize(where Value == String)
        get { JointVariableOf(self) }
    }

    /// The value, for a thread that has locked the variable.
    fileprivate var locked: Value {
        @inline(__always)
        get { published.state.assumingLocked.value }
        @inline(__always)
        _modify { yield &published.state.assumingLocked.value }
    }
}
