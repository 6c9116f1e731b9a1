/// A cost of one message that depends on its size.
public enum MessageCost: String, CaseIterable, Sendable {
    case publishingInBatches = "publish in batches: publisher, µs"
    case appendingInBatches = "publish in batches: server (`append`), µs"
    case readingInBatches = "read in batches: server for each reader (`read`), µs"
    case deliveringInBatches = "read in batches: reader, µs"
    case publishingAlone = "publish singly: publisher, µs"
    case appendingAlone = "publish singly: server (`append`), µs"
    case readingAlone = "read singly: server for each reader (`read`), µs"
    case deliveringAlone = "read singly: reader, µs"
    case bytesIn = "network, to the server, bytes"
    case bytesOut = "network, to each reader, bytes"
    case keptBytes = "memory of the server for each kept message (`message`), bytes"

    /// The sizes of messages for which the cost is measured, in bytes.
    public static let sizes = [64, 1000, 64_000]
}
