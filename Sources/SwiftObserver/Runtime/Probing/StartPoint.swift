/// The place in the program where an observation begins, and the type that it observes there.
@frozen
@usableFromInline
struct StartPoint: Sendable {

    @inlinable
    init(_ observable: Any.Type, _ file: StaticString, _ line: UInt) {
        bits = unsafeBitCast(observable, to: UInt.self)
        self.file = file
        self.line = line
    }

    /// The type of the observable, but not stored as a type.
    ///
    /// A value that contains a type can't be handed to another thread, but the compiler (6.3) only
    /// warns about that.
    @usableFromInline
    let bits: UInt

    /// The module and the name of the file.
    @usableFromInline
    let file: StaticString

    @usableFromInline
    let line: UInt
}

extension Misuse {

    /// Stops the program, and names the line of a client.
    func stop(at startPoint: StartPoint) -> Never { stop(file: startPoint.file, line: startPoint.line) }
}

extension StartPoint {

    /// The type of the observable, as the observer knows it.
    var observable: Any.Type { unsafeBitCast(bits, to: Any.Type.self) }

    /// Returns whether both are in the same line, or unknown.
    static func isSame(_ one: StartPoint?, _ other: StartPoint?) -> Bool {
        one?.line == other?.line && one.map { "\($0.file)" } == other.map { "\($0.file)" }
    }
}
