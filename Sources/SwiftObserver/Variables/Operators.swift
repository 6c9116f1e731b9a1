// Arithmetic on variables and optionals. `nil` counts as zero or the empty string. The result is a
// plain value. If both operands are plain, the operators of the standard library apply. Literals
// take the type of the other operand.

// MARK: - Add numbers

/// Adds two numbers.
public func + <L: IndirectOperand, R: IndirectOperand<L.Plain>>(left: L, right: R) -> L.Plain
where L.Plain: PlainNumber { left.plain + right.plain }

/// Adds two numbers.
public func + <L: IndirectOperand>(left: L, right: L.Plain) -> L.Plain
where L.Plain: PlainNumber { left.plain + right }

/// Adds two numbers.
public func + <R: IndirectOperand>(left: R.Plain, right: R) -> R.Plain
where R.Plain: PlainNumber { left + right.plain }

// MARK: - Subtract

/// Subtracts the second number from the first.
public func - <L: IndirectOperand, R: IndirectOperand<L.Plain>>(left: L, right: R) -> L.Plain
where L.Plain: PlainNumber { left.plain - right.plain }

/// Subtracts the second number from the first.
public func - <L: IndirectOperand>(left: L, right: L.Plain) -> L.Plain
where L.Plain: PlainNumber { left.plain - right }

/// Subtracts the second number from the first.
public func - <R: IndirectOperand>(left: R.Plain, right: R) -> R.Plain
where R.Plain: PlainNumber { left - right.plain }

// MARK: - Multiply

/// Multiplies two numbers.
public func * <L: IndirectOperand, R: IndirectOperand<L.Plain>>(left: L, right: R) -> L.Plain
where L.Plain: PlainNumber { left.plain * right.plain }

/// Multiplies two numbers.
public func * <L: IndirectOperand>(left: L, right: L.Plain) -> L.Plain
where L.Plain: PlainNumber { left.plain * right }

/// Multiplies two numbers.
public func * <R: IndirectOperand>(left: R.Plain, right: R) -> R.Plain
where R.Plain: PlainNumber { left * right.plain }

// MARK: - Divide

/// Divides the first number by the second.
///
/// Dividing integers by zero or `nil` stops the program.
public func / <L: IndirectOperand, R: IndirectOperand<L.Plain>>(left: L, right: R) -> L.Plain
where L.Plain: PlainNumber { left.plain / right.plain }

/// Divides the first number by the second.
///
/// Dividing integers by zero stops the program.
public func / <L: IndirectOperand>(left: L, right: L.Plain) -> L.Plain
where L.Plain: PlainNumber { left.plain / right }

/// Divides the first number by the second.
///
/// Dividing integers by zero or `nil` stops the program.
public func / <R: IndirectOperand>(left: R.Plain, right: R) -> R.Plain
where R.Plain: PlainNumber { left / right.plain }

// MARK: - Concatenate texts

/// Concatenates two texts.
public func + <L: IndirectOperand<String>, R: IndirectOperand<String>>(left: L, right: R) -> String {
    left.plain + right.plain
}

/// Concatenates two texts.
public func + <L: IndirectOperand<String>>(left: L, right: String) -> String { left.plain + right }

/// Concatenates two texts.
public func + <R: IndirectOperand<String>>(left: String, right: R) -> String { left + right.plain }
