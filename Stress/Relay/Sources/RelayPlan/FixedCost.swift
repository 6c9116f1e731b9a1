/// A cost that doesn't depend on the size of messages.
public enum FixedCost: String, CaseIterable, Sendable {
    case tripCPU = "server: a round trip that does nothing (`tripCPU`), µs"
    case idleAlone = "server: an idle subscription, the only one of its relay (`poll`), µs/s"
    case idleAmongMany = "server: an idle subscription, one of 200 of its relay (`poll`), µs/s"
    case idleReader = "reader: an idle subscription, one of 200, µs/s"
    case stream = "server: a stream with one message (`stream`), bytes"
    case connection = "server: the connection of a subscription (`connection`), bytes"
    case publisherKey = "server: the key of a publisher, bytes"
    case publication = "publisher: an idle publication, bytes"
    case subscription = "reader: an idle subscription, one of 200, bytes"
    case tripTime = "duration of a round trip (`tripTime`), median, µs"
    case delay = "duration from `send` to the handler of one reader (`delay`), median, µs"
}
