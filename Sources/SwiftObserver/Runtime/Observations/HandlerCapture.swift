extension Handler {

    /// Returns whether the client's closure captures that object strongly, and nothing else.
    ///
    /// A closure is a function and a reference to its captures. For a single strong reference to an
    /// object, the compiler makes no box, and the closure refers to the object itself. A weak or
    /// unowned capture, or one of several captures, is in a box. So the closure holds the object if
    /// both addresses are equal. Nothing else is read. Closures that capture more aren't found.
    func isCaptureOnly(_ object: AnyObject) -> Bool {
        switch self {
        case .message(let handle): Self.context(of: Plain(handle: handle)) == Self.address(object)
        case .messageWithAuthor(let handle): Self.context(of: WithAuthor(handle: handle)) == Self.address(object)
        case .relay: false
        }
    }

    // A closure that's passed as a value of a generic type is wrapped in another one. In a
    // structure, it isn't.

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
