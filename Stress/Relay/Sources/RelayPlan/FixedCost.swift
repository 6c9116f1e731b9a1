/// A cost that doesn't depend on the size of messages.
public enum FixedCost: String, CaseIterable, Sendable {
    case roundTrip = "server: a round trip that does nothing, µs"
    case idleAlone = "server: an idle subscription, the only one of its relay, µs a second"
    case idleAmongMany = "server: an idle subscription, one of 200 of its relay, µs a second"
    case idleReader = "reader: an idle subscription, one of 200, µs a second"
    case stream = "server: a stream with one message, bytes"
    case connection = "server: the connection of a subscription, bytes"
    case publisherKey = "server: the key of a publisher, bytes"
    case publication = "publisher: an idle publication, bytes"
    case subscription = "reader: an idle subscription, one of 200, bytes"
    case tripTime = "a round trip of a connection, median, µs"
    case delay = "from `send` to the handler of one reader, median, µs"
}
