#if Relay

    /// The publications of a relay, with those that are over until many have been added.
    ///
    /// - Complexity: All that's done for a publication is O(1) amortized, since those that are over are looked for whenever there are twice as many as were left.
    struct PublicationList {

        private(set) var all: [Publication] = []

        /// How many there may be until those that are over are looked for.
        private var limit = 16

        mutating func append(_ publication: Publication) { all.append(publication) }

        /// All publications if it's time to look for those that are over, and otherwise none.
        var dueForRemoval: [Publication] { all.count < limit ? [] : all }

        /// Removes some, and returns them and the writers to whose streams no other publication writes.
        mutating func remove(_ over: [Publication]) -> (removed: [Publication], writers: [StreamWriter]) {
            let over = Set(over.map { ObjectIdentifier($0) })
            let removed = all.filter { over.contains(ObjectIdentifier($0)) }
            all.removeAll { over.contains(ObjectIdentifier($0)) }
            limit = max(16, 2 * all.count)
            let used = Set(all.map { ObjectIdentifier($0.writer.sequence) })
            return (removed, removed.map(\.writer).filter { !used.contains(ObjectIdentifier($0.sequence)) })
        }
    }
#endif
