/// Where in the program an observation begins, and what it observes there.
@frozen
@usableFromInline
struct StartPoint: Sendable {

    @inlinable
    init(_ observable: Any.Type, _ file: StaticString, _ line: UInt) {
        bits = unsafeBitCast(observable, to: UInt.self)
        self.file = file
        self.line = line
    }

    /// The type of the observable. Not as a type: the compiler (6.3) only warns where a value that contains one is handed to another thread, and
    /// can't be.
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

    /// The type of the observable, as the one who observes knows it.
    var observable: Any.Type { unsafeBitCast(bits, to: Any.Type.self) }

    /// Whether both are in the same line, or unknown.
    static func isSame(_ one: StartPoint?, _ other: StartPoint?) -> Bool {
        one?.line == other?.line && one.map { "\($0.file)" } == other.map { "\($0.file)" }
    }
}
