extension Derived {

    /// Creates a value that is computed from one other value.
    ///
    /// For the name, see ``Messenger/init(named:)``.
    public convenience init<A: ValueSource & Sendable>(
        _ a: A, named name: String? = nil, function: @escaping @Sendable (A.Value) -> Value
    ) {
        self.init(of: [a.nodeSource], named: name) { function($0.next()) }
    }

    /// Creates a value that is computed from two other values.
    ///
    /// For the name, see ``Messenger/init(named:)``.
    public convenience init<A: ValueSource & Sendable, B: ValueSource & Sendable>(
        _ a: A, _ b: B, named name: String? = nil, function: @escaping @Sendable (A.Value, B.Value) -> Value
    ) {
        self.init(of: [a.nodeSource, b.nodeSource], named: name) { function($0.next(), $0.next()) }
    }

    /// Creates a value that is computed from three other values or more.
    ///
    /// For the name, see ``Messenger/init(named:)``.
    public convenience init<
        A: ValueSource & Sendable, B: ValueSource & Sendable, C: ValueSource & Sendable,
        each More: ValueSource & Sendable
    >(
        _ a: A, _ b: B, _ c: C, _ more: repeat each More, named name: String? = nil,
        function: @escaping @Sendable (A.Value, B.Value, C.Value, repeat (each More).Value) -> Value
    ) {
        var sources = [a.nodeSource, b.nodeSource, c.nodeSource]
        repeat sources.append((each more).nodeSource)
        self.init(of: sources, named: name) {
            function($0.next(), $0.next(), $0.next(), repeat $0.next((each More).Value.self))
        }
    }

    /// Creates a value that is computed from any number of values of one type.
    ///
    /// ```swift
    /// let prices = [Var(1), Var(2), Var(3)]
    /// let highest = Derived(of: prices) { prices in prices.max() ?? 0 }
    /// ```
    ///
    /// The function receives the values in the order of the sources. For the name, see
    /// ``Messenger/init(named:)``.
    public convenience init<Sources: Sequence>(
        of sources: Sources, named name: String? = nil,
        function: @escaping @Sendable ([Sources.Element.Value]) -> Value
    ) where Sources.Element: ValueSource & Sendable {
        self.init(of: sources.map(\.nodeSource), named: name) { function($0.all()) }
    }

    /// Creates a value that is computed from any number of sources of different types, with values
    /// of one type.
    ///
    /// ```swift
    /// let highest = Derived(of: [price, total]) { values in values.max() ?? 0 }
    /// ```
    ///
    /// Here, `price` is a variable, and `total` a derived value. Except for that, this is the same
    /// as with sources of one type.
    public convenience init<SourceValue>(
        of sources: [any ValueSource<SourceValue> & Sendable], named name: String? = nil,
        function: @escaping @Sendable ([SourceValue]) -> Value
    ) {
        self.init(of: sources.map { $0.nodeSource }, named: name) { function($0.all()) }
    }
}
