extension Handler {

    /// Whether all that the client's closure captures is a strong reference to that object.
    ///
    /// A closure is a function and a reference to what it captures. If that's a single strong reference to an object, the compiler
    /// makes no box for it, and the closure refers to the object itself. What is captured weakly, unowned, or together with
    /// something else, is in a box. So the closure holds the object if both addresses are the same. Nothing else is read. Closures
    /// that capture more are passed over.
    func isCaptureOnly(_ object: AnyObject) -> Bool {
        switch self {
        case .message(let handle): Self.context(of: Plain(handle: handle)) == Self.address(object)
        case .messageWithAuthor(let handle): Self.context(of: WithAuthor(handle: handle)) == Self.address(object)
        case .relay: false
        }
    }

    // A closure that is passed as a value of a generic type gets another closure around it. In a structure, it doesn't.

    private struct Plain { let handle: @Sendable (Message) -> Void }
    private struct WithAuthor { let handle: @Sendable (Message, AnyObject) -> Void }

    private static func address(_ object: AnyObject) -> UInt {
        UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    }

    private static func context<Closure>(of closure: Closure) -> UInt? {
        guard MemoryLayout<Closure>.size == MemoryLayout<(UInt, UInt)>.size else { return nil }
        return unsafeBitCast(closure, to: (UInt, UInt).self).1
    }
}
