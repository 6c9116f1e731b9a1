extension Variable where Value: Operand, Value.Plain == String {

    /// The value, with the empty string in place of `nil`. Changing it in place is atomic, as in `text.string += "a"`.
    public var string: String {
        get { plain }
        set { plain = newValue }
        _modify { yield &plain }
    }
}

extension Optional where Wrapped: VariableOperand, Wrapped.Plain == String {

    /// The value of the variable, with the empty string in place of `nil` and without a variable.
    public var string: String {
        get { plain }
        nonmutating set { self[plainOr: .valueOfNil] = newValue }
        nonmutating _modify { yield &self[plainOr: .valueOfNil] }
    }
}

// A text variable is a collection of the characters of its `string`. Each access looks at the value of that moment. While
// other threads change the variable, work on a copy: `let string = text.string`. Iterating does that by itself.

extension Variable: Sequence, Collection, BidirectionalCollection where Value: Operand, Value.Plain == String {

    public typealias Element = Character
    public typealias Index = String.Index

    public var startIndex: String.Index { string.startIndex }
    public var endIndex: String.Index { string.endIndex }

    public func index(after index: String.Index) -> String.Index { string.index(after: index) }
    public func index(before index: String.Index) -> String.Index { string.index(before: index) }

    public subscript(position: String.Index) -> Character { string[position] }

    /// Iterates over the characters that the text has at this moment.
    public func makeIterator() -> String.Iterator { string.makeIterator() }
}

extension Variable: TextOutputStream where Value: Operand, Value.Plain == String {

    /// Appends to the text, atomically.
    public func write(_ string: String) { self.string += string }
}

extension Variable: CustomStringConvertible, CustomDebugStringConvertible where Value: Operand, Value.Plain == String {

    public var description: String { string }
    public var debugDescription: String { string.debugDescription }
}
