/// A cost of one message that depends on its size.
public enum MessageCost: String, CaseIterable, Sendable {
    case publishingInBatches = "publish in batches: publisher, µs"
    case appendingInBatches = "publish in batches: server, µs"
    case readingInBatches = "read in batches: server for each reader, µs"
    case deliveringInBatches = "read in batches: reader, µs"
    case publishingAlone = "publish one by one: publisher, µs"
    case appendingAlone = "publish one by one: server, µs"
    case readingAlone = "read one by one: server for each reader, µs"
    case deliveringAlone = "read one by one: reader, µs"
    case bytesIn = "network, to the server, bytes"
    case bytesOut = "network, to each reader, bytes"
    case keptBytes = "memory of the server for each kept message, bytes"

    /// The sizes of messages for which the cost is measured, in bytes.
    public static let sizes = [64, 1000, 64_000]
}
