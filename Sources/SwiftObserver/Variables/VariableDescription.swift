extension Variable: CustomStringConvertible, CustomDebugStringConvertible {

    /// The text of a text variable, or a text with the value, like `Var(3)`.
    ///
    /// The value is read first, and described without a lock. Describing a variable inside of its
    /// own change in place stops the program, like reading its ``value`` there.
    public var description: String { text ?? "Var(\(String(reflecting: value)))" }

    /// The text of a text variable as a literal, or else the ``description``.
    public var debugDescription: String { text?.debugDescription ?? description }

    private var text: String? { (self as? any VariableOperand<String>)?.plain }
}

extension Variable: CustomReflectable {

    /// Shows only the current value to `dump`, to debuggers and to tests that fail.
    public var customMirror: Mirror {
        Mirror(self, children: ["value": value], displayStyle: .class, ancestorRepresentation: .suppressed)
    }
}
