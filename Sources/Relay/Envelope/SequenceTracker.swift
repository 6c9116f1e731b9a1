#if Relay

    /// Knows of each publisher of a stream which message was read last, and finds duplicates and gaps by that.
    struct SequenceTracker {

        /// What becomes of a message.
        enum Verdict: Equatable {

            /// It's the next one.
            case next

            /// It was read before.
            case duplicate

            /// It's a later one, and so many are missing in front of it.
            case behindGap(UInt64)
        }

        /// The id behind which all is read. What a publisher has sent before isn't missing.
        private let start: RelayID

        /// How many publishers are known at most.
        private let capacity: Int

        private var publishers: [RelayPublisher: Publisher] = [:]

        /// Whether publishers were forgotten. Then one that's unknown need not be a new one.
        private var hasForgotten = false

        /// Counts messages, to know which publisher was silent for the longest time.
        private var clock: UInt64 = 0

        private struct Publisher {
            var latest: UInt64
            var lastHeard: UInt64

            /// How many messages are in front of the one that was read first. Only a position of the publisher tells whether
            /// these were sent before the start, or are missing.
            var front: UInt64 = 0
        }

        /// Whether the first message of each publisher should be read.
        private let readsFirst: Bool

        init(from start: RelayID, readsAll: Bool = false, capacity: Int = 10_000) {
            self.start = start
            readsFirst = readsAll
            self.capacity = capacity
        }

        /// Whether something of that publisher was read.
        func knows(_ publisher: RelayPublisher) -> Bool { publishers[publisher] != nil }

        /// Takes note of a message.
        mutating func read(_ number: UInt64, of publisher: RelayPublisher) -> Verdict {
            clock += 1
            guard let latest = publishers[publisher]?.latest else {
                add(publisher, at: number, front: readsAll || hasForgotten ? 0 : number - 1)
                return readsAll && number > 1 ? .behindGap(number - 1) : .next
            }
            if number <= latest { return .duplicate }
            publishers[publisher]?.latest = number
            publishers[publisher]?.lastHeard = clock
            return number == latest + 1 ? .next : .behindGap(number - latest - 1)
        }

        /// Takes note of what a publisher says of itself, and returns how many messages are missing by that.
        ///
        /// - Parameter first: The id of the publisher's first message in that stream.
        mutating func read(position: UInt64, of publisher: RelayPublisher, first: RelayID?) -> UInt64 {
            clock += 1
            let hasBegunLater = first.map { $0 > start } ?? false
            guard var known = publishers[publisher] else {
                add(publisher, at: position, front: 0)
                return readsAll || (!hasForgotten && hasBegunLater) ? position : 0
            }
            var missing = position > known.latest ? position - known.latest : 0
            if hasBegunLater { missing += known.front }
            if first != nil { known.front = 0 }
            known.latest = max(known.latest, position)
            known.lastHeard = clock
            publishers[publisher] = known
            return missing
        }

        private var readsAll: Bool { readsFirst && !hasForgotten }

        /// - Complexity: O(1) amortized, since half of the publishers are forgotten when there are too many.
        private mutating func add(_ publisher: RelayPublisher, at number: UInt64, front: UInt64) {
            if publishers.count >= capacity {
                let middle = publishers.values.map(\.lastHeard).sorted()[capacity / 2]
                publishers = publishers.filter { $0.value.lastHeard >= middle }
                hasForgotten = true
            }
            publishers[publisher] = Publisher(latest: number, lastHeard: clock, front: front)
        }
    }
#endif
