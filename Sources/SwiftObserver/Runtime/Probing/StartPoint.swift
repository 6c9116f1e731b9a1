/// Where in the program an observation begins, and what it observes there.
@frozen
@usableFromInline
struct StartPoint: Sendable {

    @inlinable
    init(_ observable: Any.Type, _ file: StaticString, _ line: UInt) {
        self.observable = observable
        self.file = file
        self.line = line
    }

    /// The type of the observable, as the one who observes knows it.
    @usableFromInline
    let observable: Any.Type

    /// The module and the name of the file.
    @usableFromInline
    let file: StaticString

    @usableFromInline
    let line: UInt
}

extension StartPoint {

    /// Whether both are in the same line, or unknown.
    static func isSame(_ one: StartPoint?, _ other: StartPoint?) -> Bool {
        one?.line == other?.line && one.map { "\($0.file)" } == other.map { "\($0.file)" }
    }
}
