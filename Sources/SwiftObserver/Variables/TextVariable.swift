extension Variable where Value: Operand, Value.Plain == String {

    /// The value, with the empty string instead of `nil`.
    ///
    /// Changing it in place is atomic, as in `text.string += "a"`.
    public var string: String {
        get { plain }
        set { plain = newValue }
        _modify { yield &plain }
    }
}

extension Optional where Wrapped: VariableOperand, Wrapped.Plain == String {

    /// The value of the variable. Empty if it's `nil`, or there is no variable.
    public var string: String {
        get { plain }
        nonmutating set { self[plainOr: .valueOfNil] = newValue }
        nonmutating _modify { yield &self[plainOr: .valueOfNil] }
    }
}

// A text variable is a collection of the characters of its `string`. Each access reads the current
// value. While other threads change the variable, work on a copy: `let string = text.string`.
// Iterating makes that copy.

extension Variable: Sequence, Collection, BidirectionalCollection where Value: Operand, Value.Plain == String {

    /// A character of the text.
    public typealias Element = Character

    /// An index of the text. It may become invalid when the text changes.
    public typealias Index = String.Index

    /// The index of the first character, or ``endIndex`` if the text is empty.
    public var startIndex: String.Index { string.startIndex }

    /// The index after the last character.
    public var endIndex: String.Index { string.endIndex }

    /// The index of the next character.
    public func index(after index: String.Index) -> String.Index { string.index(after: index) }

    /// The index of the previous character.
    public func index(before index: String.Index) -> String.Index { string.index(before: index) }

    /// The character at an index.
    public subscript(position: String.Index) -> Character { string[position] }

    /// Iterates over the characters that the text has when the iteration begins.
    public func makeIterator() -> String.Iterator { string.makeIterator() }
}

extension Variable: TextOutputStream where Value: Operand, Value.Plain == String {

    /// Appends to the text, atomically.
    public func write(_ string: String) { self.string += string }
}
