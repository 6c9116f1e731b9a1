/// Streams, publishers and readers, and the servers between them.
///
/// Streams are spread evenly over the servers, and readers over the streams. Each stream is on one
/// server.
public struct Plan: Sendable {

    /// The number of streams.
    public var streams: Int

    /// The number of processes that subscribe.
    public var readers: Int

    /// The number of streams to which each reader subscribes.
    public var streamsOfReader: Int

    /// The number of servers. Several servers are a cluster.
    public var servers: Int

    /// The size of a message in bytes.
    public var size: Int

    /// The number of processes that publish. Each stream has one publisher.
    public var publishers = 10

    /// The number of messages that each stream keeps.
    public var kept = 1000

    /// The number of hash tags in the names of the streams in a cluster.
    ///
    /// Readers subscribe to streams of as few tags as possible.
    public var tagsOfCluster = 64

    /// The share of a processor core, and of the network, that may be busy.
    static let load = 0.7

    /// The bytes per second that a server's network carries in each direction: 10 Gbit/s.
    static let networkBytes = 1.25e9

    /// The connections that a server accepts by default, and the memory that it may use.
    static let mostConnections = 10_000, mostMemory = 64e9

    /// The messages that a relay sends or reads at once at most, and the approximate bytes.
    static let mostAtOnce = 1000.0, mostBytesAtOnce = 1_048_576.0

    /// - Parameter streamsOfReader: If it's `nil`, each stream has at least one reader, and each
    ///   reader at least one stream.
    public init(streams: Int, readers: Int, of streamsOfReader: Int? = nil, servers: Int, size: Int) {
        self.streams = streams
        self.readers = readers
        self.streamsOfReader = streamsOfReader ?? max(1, streams / readers)
        self.servers = servers
        self.size = size
    }

    // MARK: - How all is spread

    public var subscriptions: Int { readers * streamsOfReader }

    /// The number of readers that get each message.
    public var readersOfStream: Double { Double(subscriptions) / Double(streams) }

    /// The servers that have a stream.
    var usedServers: Double { Double(min(servers, streams)) }

    /// The hash tags of all streams. They make no difference on a single server.
    var tags: Int { servers == 1 ? 1 : min(tagsOfCluster, streams) }

    /// The hash tags of the streams of one reader.
    var tagsOfReader: Int { (streamsOfReader * tags + streams - 1) / streams }

    /// `true` if a reader's subscriptions share their connections.
    var sharesConnections: Bool { streamsOfReader > tagsOfReader }

    /// The connections of a reading process.
    ///
    /// A single subscription has one connection. Several subscriptions of a server, or of a hash
    /// tag in a cluster, share two.
    public var connectionsOfReader: Int { tagsOfReader * (sharesConnections ? 2 : 1) }

    /// The threads of a reading process, if no handler in place runs for more than 10 ms.
    public var threadsOfReader: Int { connectionsOfReader }

    /// The connections, and also the threads, of a publishing process: one for each hash tag.
    public var connectionsOfPublisher: Int { tags }

    public var connectionsOfServer: Double {
        Double(readers * connectionsOfReader + publishers * connectionsOfPublisher) / usedServers
    }
}
