/// A stand-in for the counter of swift-metrics, which counts nothing. It declares only the API that
/// the guide about adapters uses.
public final class Counter: Sendable {
    public init(label: String, dimensions: [(String, String)] = []) {}
    public func increment(by amount: some BinaryInteger) {}
}

/// A stand-in for the gauge of swift-metrics, which records nothing.
public final class Gauge: Sendable {
    public init(label: String, dimensions: [(String, String)] = []) {}
    public func record(_ value: some BinaryInteger) {}
    public func record(_ value: some BinaryFloatingPoint) {}
}
