#if Relay

    /// Tracks the last message read from each publisher, to detect duplicates and gaps.
    struct SequenceTracker {

        /// The result for a message.
        enum Verdict: Equatable {

            /// It's the next message.
            case next

            /// It was read before.
            case duplicate

            /// It's a later message, and this many are missing before it.
            case behindGap(UInt64)

            /// The publisher continues at its number before some entries that weren't its own.
            ///
            /// This many messages are missing in between.
            case resumed(strays: [RelayID], missing: UInt64)
        }

        /// The id before all entries that the stream had at the beginning and that are read.
        ///
        /// If a publisher began before it, messages before the first one that's read aren't
        /// missing.
        private let start: RelayID

        /// The highest number of publishers to remember.
        private let capacity: Int

        private var publishers: [RelayPublisher: Publisher] = [:]

        /// `true` if publishers were forgotten. Then an unknown publisher need not be a new one.
        private var hasForgotten = false

        /// Counts messages, to find the publisher that was silent for longest.
        private var clock: UInt64 = 0

        private struct Publisher {
            var latest: UInt64
            var lastHeard: UInt64

            /// The number of messages before the one that was read first.
            ///
            /// Only a position of the publisher tells whether they were sent before the start, or
            /// are missing.
            var front: UInt64 = 0

            /// Entries with numbers far ahead.
            ///
            /// They're kept until the next message tells whether the publisher has added them.
            var jumps: [Jump] = []

            mutating func jump(from before: UInt64, to number: UInt64, at id: RelayID) {
                if number - before <= SequenceTracker.reach { return }
                if jumps.count == 8 { jumps.removeFirst() }
                jumps.append(Jump(before: before, id: id))
            }
        }

        private struct Jump {

            /// The last number before the jump, or zero if there was none.
            let before: UInt64

            let id: RelayID
        }

        /// The number of messages that a publisher can have in flight.
        ///
        /// It resends no message that is further behind its latest one.
        static let reach: UInt64 = 2000

        init(from start: RelayID, capacity: Int = 10_000) {
            self.start = start
            self.capacity = capacity
        }

        /// `true` if a message or position of that publisher was read.
        func knows(_ publisher: RelayPublisher) -> Bool { publishers[publisher] != nil }

        /// Tracks a message.
        mutating func read(_ number: UInt64, of publisher: RelayPublisher, at id: RelayID) -> Verdict {
            clock += 1
            guard let latest = publishers[publisher]?.latest else {
                add(publisher, at: number, id, front: hasForgotten ? 0 : number - 1)
                return .next
            }
            if number <= latest { return resume(number, of: publisher, at: id) ?? .duplicate }
            publishers[publisher]?.latest = number
            publishers[publisher]?.lastHeard = clock
            if number - latest == 1 {
                publishers[publisher]?.jumps = []
                return .next
            }
            publishers[publisher]?.jump(from: latest, to: number, at: id)
            return .behindGap(number - latest - 1)
        }

        /// Detects that a publisher continues at an earlier number than it could have reached.
        ///
        /// Then another client has added entries with higher numbers in the publisher's name.
        /// Returns `nil` if that's not the case.
        private mutating func resume(_ number: UInt64, of publisher: RelayPublisher, at id: RelayID) -> Verdict? {
            guard var known = publishers[publisher], known.latest - number > Self.reach,
                let index = known.jumps.lastIndex(where: { $0.before < number })
            else { return nil }
            let strays = known.jumps[index...].map(\.id), before = known.jumps[index].before
            if before == 0 {
                publishers[publisher] = nil
                _ = read(number, of: publisher, at: id)
                return .resumed(strays: strays, missing: 0)
            }
            known.jumps.removeSubrange(index...)
            (known.latest, known.lastHeard) = (number, clock)
            known.jump(from: before, to: number, at: id)
            publishers[publisher] = known
            return .resumed(strays: strays, missing: number - before - 1)
        }

        /// Prepares for reading entries again.
        ///
        /// A publisher that seems to continue at an earlier number is then only an old entry.
        mutating func readAgain() {
            for publisher in publishers.keys { publishers[publisher]?.jumps = [] }
        }

        /// Tracks a position, and returns how many messages are missing according to it.
        ///
        /// - Parameter first: The id of the publisher's first message in that stream.
        mutating func read(position: UInt64, of publisher: RelayPublisher, first: RelayID?, at id: RelayID) -> UInt64 {
            clock += 1
            let hasBegunLater = first.map { $0 > start } ?? false
            guard var known = publishers[publisher] else {
                add(publisher, at: position, id, front: 0)
                return !hasForgotten && hasBegunLater ? position : 0
            }
            var missing = position > known.latest ? position - known.latest : 0
            if missing > 0 {
                known.jump(from: known.latest, to: position, at: id)
            } else if position == known.latest {
                known.jumps = []
            }
            // Both are parts of all numbers up to the position, so there's no overflow.
            if hasBegunLater { missing += known.front }
            if first != nil { known.front = 0 }
            known.latest = max(known.latest, position)
            known.lastHeard = clock
            publishers[publisher] = known
            return missing
        }

        /// - Complexity: O(1) amortized, since half of the publishers are forgotten when there are
        ///   too many.
        private mutating func add(_ publisher: RelayPublisher, at number: UInt64, _ id: RelayID, front: UInt64) {
            if publishers.count >= capacity {
                let middle = publishers.values.map(\.lastHeard).sorted()[capacity / 2]
                publishers = publishers.filter { $0.value.lastHeard >= middle }
                hasForgotten = true
            }
            publishers[publisher] = Publisher(latest: number, lastHeard: clock, front: front)
            publishers[publisher]?.jump(from: 0, to: number, at: id)
        }
    }
#endif
