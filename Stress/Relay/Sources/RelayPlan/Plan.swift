/// Streams, publishers and readers, and the servers between them.
///
/// Streams are spread evenly over the servers, and readers over the streams. Each stream is on one server.
public struct Plan: Sendable {

    /// The number of streams.
    public var streams: Int

    /// The number of processes that subscribe.
    public var readers: Int

    /// How many streams each of these subscribes to.
    public var streamsOfReader: Int

    /// The number of servers. Several ones are a cluster.
    public var servers: Int

    /// The bytes of a message.
    public var size: Int

    /// The number of processes that publish. Each stream has one of them.
    public var publishers = 10

    /// How many messages each stream keeps.
    public var kept = 1000

    /// How many hash tags the names of the streams have in a cluster. Readers subscribe to streams of as few tags as can be.
    public var tagsOfCluster = 64

    /// Which part of a processor core, and of the network, may be busy.
    static let load = 0.7

    /// The bytes a second that a server's network carries in each direction: 10 Gbit/s.
    static let networkBytes = 1.25e9

    /// The connections that a server accepts by default, and the memory that it may take.
    static let mostConnections = 10_000, mostMemory = 64e9

    /// A relay sends and reads at most so many messages at once, and about so many bytes.
    static let mostAtOnce = 1000.0, mostBytesAtOnce = 1_048_576.0

    /// - Parameter streamsOfReader: If it's `nil`, each stream has a reader at least, and each reader a stream.
    public init(streams: Int, readers: Int, of streamsOfReader: Int? = nil, servers: Int, size: Int) {
        self.streams = streams
        self.readers = readers
        self.streamsOfReader = streamsOfReader ?? max(1, streams / readers)
        self.servers = servers
        self.size = size
    }

    // MARK: - How all is spread

    public var subscriptions: Int { readers * streamsOfReader }

    /// How many readers get each message.
    public var readersOfStream: Double { Double(subscriptions) / Double(streams) }

    /// The servers that have a stream.
    var usedServers: Double { Double(min(servers, streams)) }

    /// The hash tags of all streams. A single server doesn't know tags.
    var tags: Int { servers == 1 ? 1 : min(tagsOfCluster, streams) }

    /// The hash tags of the streams of one reader.
    var tagsOfReader: Int { (streamsOfReader * tags + streams - 1) / streams }

    /// Whether a reader's subscriptions share their connections.
    var sharesConnections: Bool { streamsOfReader > tagsOfReader }

    /// The connections of a reading process.
    ///
    /// A subscription alone has one. Several ones of a server, or of a hash tag in a cluster, share two.
    public var connectionsOfReader: Int { tagsOfReader * (sharesConnections ? 2 : 1) }

    /// The threads of a reading process, if no handler in place runs for more than 10 ms.
    public var threadsOfReader: Int { connectionsOfReader }

    /// The connections of a publishing process, and its threads: one for each hash tag.
    public var connectionsOfPublisher: Int { tags }

    public var connectionsOfServer: Double {
        Double(readers * connectionsOfReader + publishers * connectionsOfPublisher) / usedServers
    }
}
