extension Plan {

    /// A limit of the message rate, or an obstacle.
    public enum Limit: String, CaseIterable, Sendable {
        case server = "server"
        case network = "network"
        case publishers = "publishers"
        case readers = "readers"
        case idle = "idle readers"
        case connections = "connections"
        case memory = "memory"
    }

    /// The messages per second that all streams together carry, and their limit.
    ///
    /// - Parameter delay: The seconds that messages may wait, so that more of them are read at
    ///   once. With 0, each message is read separately.
    public func messagesPerSecond(_ costs: Costs, within delay: Double = 0) -> (rate: Double, limit: Limit) {
        let rates: [(rate: Double, limit: Limit)] = [
            (highest { serverLoad(at: $0, within: delay, costs) }, .server),
            (highest { networkLoad(at: $0, costs) }, .network),
            (highest { publisherLoad(at: $0, within: delay, costs) }, .publishers),
            (highest { readerLoad(at: $0, within: delay, costs) }, .readers),
        ]
        let least = rates.min { $0.rate < $1.rate } ?? rates[0]
        return least.limit == .server && idleLoad(costs) > Self.load / 2 ? (least.rate, .idle) : least
    }

    /// The limits that the plan exceeds at any message rate.
    public func obstacles(_ costs: Costs) -> [Limit] {
        var limits: [Limit] = []
        if connectionsOfServer > Double(Self.mostConnections) { limits.append(.connections) }
        if memoryOfServer(costs) > Self.mostMemory { limits.append(.memory) }
        return limits
    }

    /// The seconds until the last reader has a message, at the highest rate and without batches.
    ///
    /// The server handles one message after the other. So a message waits for earlier ones, as in a
    /// queue with constant service times.
    public func latency(_ costs: Costs) -> Double {
        let service = serverTime(of: 1, 1, costs), waiting = Self.load / (2 * (1 - Self.load)) * service
        let trip = sharesConnections ? costs[.tripTime] / 1e6 : 0
        return costs[.delay] / 1e6 + trip + service + waiting
    }

    /// The memory of a server, in bytes.
    public func memoryOfServer(_ costs: Costs) -> Double {
        let streams = Double(streams) * (costs[.stream] + Double(kept) * costs[.keptBytes, size])
        let keys = Double(publishers * tags) * costs[.publisherKey]
        return (streams + keys) / usedServers + connectionsOfServer * costs[.connection]
    }

    /// The bytes that relays add to a reading process.
    public func memoryOfReader(_ costs: Costs) -> Double { Double(streamsOfReader) * costs[.subscription] }

    // MARK: - Loads, where 1 is all that there is

    private func serverLoad(at rate: Double, within delay: Double, _ costs: Costs) -> Double {
        let published = messagesAtOnce(rate / Double(publishers * tags), delay)
        let read = messagesAtOnce(rate / Double(streams), delay)
        return rate / usedServers * serverTime(of: published, read, costs) + idleLoad(costs)
    }

    /// The load of a server's core while nothing is published.
    func idleLoad(_ costs: Costs) -> Double {
        Double(subscriptions) / usedServers * costs[sharesConnections ? .idleAmongMany : .idleAlone] / 1e6
    }

    private func networkLoad(at rate: Double, _ costs: Costs) -> Double {
        let bytes = max(costs[.bytesIn, size], readersOfStream * costs[.bytesOut, size])
        return rate / usedServers * bytes / Self.networkBytes
    }

    private func publisherLoad(at rate: Double, within delay: Double, _ costs: Costs) -> Double {
        let rate = rate / Double(publishers * tags), atOnce = messagesAtOnce(rate, delay)
        return rate * cost(.publishingAlone, .publishingInBatches, of: atOnce, costs)
    }

    private func readerLoad(at rate: Double, within delay: Double, _ costs: Costs) -> Double {
        let atOnce = messagesAtOnce(rate / Double(streams), delay)
        let rate = rate / Double(streams) * Double(streamsOfReader) / Double(tagsOfReader)
        return rate * cost(.deliveringAlone, .deliveringInBatches, of: atOnce, costs)
    }

    // MARK: - Times

    /// The number of messages that arrive while messages may wait.
    private func messagesAtOnce(_ rate: Double, _ delay: Double) -> Double {
        max(1, min(rate * delay, Self.mostAtOnce, Self.mostBytesAtOnce / Double(size)))
    }

    /// The seconds that a server needs for a message and all of its readers.
    private func serverTime(of published: Double, _ read: Double, _ costs: Costs) -> Double {
        let trip = sharesConnections ? costs[.tripCPU] / 1e6 / read : 0
        return cost(.appendingAlone, .appendingInBatches, of: published, costs)
            + readersOfStream * (cost(.readingAlone, .readingInBatches, of: read, costs) + trip)
    }

    /// The seconds for a message, if this many are handled at once.
    private func cost(_ alone: MessageCost, _ inBatches: MessageCost, of atOnce: Double, _ costs: Costs) -> Double {
        let least = costs[inBatches, size]
        return (least + max(0, costs[alone, size] - least) / atOnce) / 1e6
    }

    /// The highest rate with an allowed load. Loads rise with the rate.
    private func highest(_ load: (Double) -> Double) -> Double {
        guard load(0) < Self.load else { return 0 }
        var range = 0.0...1e9
        for _ in 0..<100 {
            let middle = (range.lowerBound + range.upperBound) / 2
            range = load(middle) < Self.load ? middle...range.upperBound : range.lowerBound...middle
        }
        return range.lowerBound
    }
}
