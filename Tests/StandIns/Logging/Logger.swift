/// A stand-in for the logger of swift-log, which logs nothing. With it, the code of the guide about
/// adapters compiles and runs without that package.
public struct Logger: Sendable {

    public enum Level: Sendable { case trace, debug, info, notice, warning, error, critical }

    public struct Message: Sendable, ExpressibleByStringInterpolation {
        public let text: String
        public init(stringLiteral value: String) { text = value }
    }

    public let label: String

    public init(label: String) { self.label = label }

    public func log(level: Level, _ message: @autoclosure () -> Message) { _ = message() }
}
