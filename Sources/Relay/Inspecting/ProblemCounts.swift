#if Relay

    /// The numbers of problems of a use so far, and the time of its lost connections.
    struct ProblemCounts {

        /// The losses that have not ended. In a cluster, each hash tag has a publishing connection.
        private var disconnections: [StreamName?: ContinuousClock.Instant] = [:]

        /// The instant of the oldest loss that has not ended.
        var disconnection: ContinuousClock.Instant? { disconnections.values.min() }

        private(set) var reconnects = 0
        private(set) var gaps = 0
        private(set) var missing: UInt64 = 0
        private(set) var undecodable = 0
        private(set) var foreign = 0

        /// Forgets losses that never end, since these connections are no longer needed.
        mutating func keepDisconnections(ofTags tags: Set<StreamName?>) {
            disconnections = disconnections.filter { tags.contains($0.key) }
        }

        /// Counts a problem, unless it's a disconnection of another use.
        mutating func add(_ problem: RelayProblem, of use: RelayProblem.Use, at now: ContinuousClock.Instant = .now) {
            switch problem {
            case .disconnected(let part, _) where part.isPart(of: use): disconnections[part.tag] = now
            case .reconnected(let part) where part.isPart(of: use):
                disconnections[part.tag] = nil
                reconnects += 1
            case .gap(_, _, let count):
                gaps += 1
                missing += count
            case .undecodable: undecodable += 1
            case .foreign: foreign += 1
            default: break
            }
        }
    }

    extension RelayProblem.Use {

        /// `true` for the use itself, and for the hash tags of all published streams.
        fileprivate func isPart(of use: Self) -> Bool {
            if case .publishingTag = self { use == .publishing } else { self == use }
        }

        /// The hash tag, unless the connection is for all streams.
        fileprivate var tag: StreamName? { if case .publishingTag(let tag) = self { StreamName(tag) } else { nil } }
    }
#endif
