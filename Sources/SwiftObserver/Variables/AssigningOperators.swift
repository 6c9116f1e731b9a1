// Arithmetic that assigns, for variables and optionals. `nil` counts as zero or the empty string.
// The right side is read before the change begins. `a += a` is therefore fine, and threads that
// execute `a += b` and `b += a` don't wait for each other. The change itself is atomic and sends
// one update. If there is no variable, nothing happens.

// MARK: - Add numbers in place

/// Adds to the value of a variable, atomically, if there is a variable.
public func += <L: VariableOperand, R: IndirectOperand<L.Plain>>(left: L?, right: R)
where L.Plain: PlainNumber { assign(left, right.plain) { $0 = $0 + $1 } }

/// Adds to the value of a variable, atomically, if there is a variable.
public func += <L: VariableOperand>(left: L?, right: L.Plain)
where L.Plain: PlainNumber { assign(left, right) { $0 = $0 + $1 } }

/// Adds to a number.
public func += <R: IndirectOperand>(left: inout R.Plain, right: R)
where R.Plain: PlainNumber { left = left + right.plain }

/// Adds to an optional number.
public func += <R: IndirectOperand>(left: inout R.Plain?, right: R)
where R.Plain: PlainNumber { left = left + right }

/// Adds to an optional number.
public func += <L: PlainNumber>(left: inout L?, right: L) { left = left + right }

// MARK: - Subtract in place

/// Subtracts from the value of a variable, atomically, if there is a variable.
public func -= <L: VariableOperand, R: IndirectOperand<L.Plain>>(left: L?, right: R)
where L.Plain: PlainNumber { assign(left, right.plain) { $0 = $0 - $1 } }

/// Subtracts from the value of a variable, atomically, if there is a variable.
public func -= <L: VariableOperand>(left: L?, right: L.Plain)
where L.Plain: PlainNumber { assign(left, right) { $0 = $0 - $1 } }

/// Subtracts from a number.
public func -= <R: IndirectOperand>(left: inout R.Plain, right: R)
where R.Plain: PlainNumber { left = left - right.plain }

/// Subtracts from an optional number.
public func -= <R: IndirectOperand>(left: inout R.Plain?, right: R)
where R.Plain: PlainNumber { left = left - right }

/// Subtracts from an optional number.
public func -= <L: PlainNumber>(left: inout L?, right: L) { left = left - right }

// MARK: - Multiply in place

/// Multiplies the value of a variable, atomically, if there is a variable.
public func *= <L: VariableOperand, R: IndirectOperand<L.Plain>>(left: L?, right: R)
where L.Plain: PlainNumber { assign(left, right.plain) { $0 = $0 * $1 } }

/// Multiplies the value of a variable, atomically, if there is a variable.
public func *= <L: VariableOperand>(left: L?, right: L.Plain)
where L.Plain: PlainNumber { assign(left, right) { $0 = $0 * $1 } }

/// Multiplies a number.
public func *= <R: IndirectOperand>(left: inout R.Plain, right: R)
where R.Plain: PlainNumber { left = left * right.plain }

/// Multiplies an optional number.
public func *= <R: IndirectOperand>(left: inout R.Plain?, right: R)
where R.Plain: PlainNumber { left = left * right }

/// Multiplies an optional number.
public func *= <L: PlainNumber>(left: inout L?, right: L) { left = left * right }

// MARK: - Divide in place

/// Divides the value of a variable, atomically, if there is a variable.
///
/// Dividing integers by zero or `nil` stops the program.
public func /= <L: VariableOperand, R: IndirectOperand<L.Plain>>(left: L?, right: R)
where L.Plain: PlainNumber { assign(left, right.plain) { $0 = $0 / $1 } }

/// Divides the value of a variable, atomically, if there is a variable.
///
/// Dividing integers by zero stops the program.
public func /= <L: VariableOperand>(left: L?, right: L.Plain)
where L.Plain: PlainNumber { assign(left, right) { $0 = $0 / $1 } }

/// Divides a number.
///
/// Dividing integers by zero or `nil` stops the program.
public func /= <R: IndirectOperand>(left: inout R.Plain, right: R)
where R.Plain: PlainNumber { left = left / right.plain }

/// Divides an optional number.
///
/// Dividing integers by zero or `nil` stops the program.
public func /= <R: IndirectOperand>(left: inout R.Plain?, right: R)
where R.Plain: PlainNumber { left = left / right }

/// Divides an optional number.
///
/// Dividing integers by zero stops the program.
public func /= <L: PlainNumber>(left: inout L?, right: L) { left = left / right }

// MARK: - Append texts in place

/// Appends to the value of a variable, atomically, if there is a variable.
public func += <L: VariableOperand<String>, R: IndirectOperand<String>>(left: L?, right: R) {
    assign(left, right.plain, +=)
}

/// Appends to the value of a variable, atomically, if there is a variable.
public func += <L: VariableOperand<String>>(left: L?, right: String) { assign(left, right, +=) }

/// Appends to a text.
public func += <R: IndirectOperand<String>>(left: inout String, right: R) { left += right.plain }

/// Appends to an optional text.
public func += <R: IndirectOperand<String>>(left: inout String?, right: R) { left = left + right }

/// Appends to an optional text.
public func += (left: inout String?, right: String) { left = left + right }

// MARK: - Assign

/// Changes the value of a variable in place, with a value that was read before.
private func assign<Operand: VariableOperand>(
    _ variable: Operand?, _ value: Operand.Plain, _ change: (inout Operand.Plain, Operand.Plain) -> Void
) {
    variable?.changePlain { change(&$0, value) }
}
