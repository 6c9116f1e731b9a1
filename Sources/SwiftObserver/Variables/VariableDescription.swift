extension Variable: CustomStringConvertible, CustomDebugStringConvertible {

    /// The text of a text variable, and of any other one a text with the value, like `Var(3)`.
    ///
    /// The value is read first, and described without a lock. To describe the variable inside a change of it in place stops the
    /// program, like reading its ``value`` there.
    public var description: String { text ?? "Var(\(String(reflecting: value)))" }

    /// The text of a text variable as a literal, and of any other one its ``description``.
    public var debugDescription: String { text?.debugDescription ?? description }

    private var text: String? { (self as? any VariableOperand<String>)?.plain }
}

extension Variable: CustomReflectable {

    /// Shows the current value to `dump`, to debuggers and to tests that fail, and none of what guards it.
    public var customMirror: Mirror {
        Mirror(self, children: ["value": value], displayStyle: .class, ancestorRepresentation: .suppressed)
    }
}
