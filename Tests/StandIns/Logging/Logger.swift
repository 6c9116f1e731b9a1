/// Stands in for the logger of swift-log, with what the guide about adapters uses of it. It logs nothing, so that
/// the code of the guide is compiled and run without that package.
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
