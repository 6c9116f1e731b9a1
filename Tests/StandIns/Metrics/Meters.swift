/// Stands in for the counter of swift-metrics, with what the guide about adapters uses of it. It counts nothing.
public final class Counter: Sendable {
    public init(label: String, dimensions: [(String, String)] = []) {}
    public func increment(by amount: some BinaryInteger) {}
}

/// Stands in for the gauge of swift-metrics. It records nothing.
public final class Gauge: Sendable {
    public init(label: String, dimensions: [(String, String)] = []) {}
    public func record(_ value: some BinaryInteger) {}
    public func record(_ value: some BinaryFloatingPoint) {}
}
