#if Relay

    /// The publications of a relay.
    ///
    /// Publications that are over stay in the list until many have been added.
    ///
    /// - Complexity: All operations for a publication are O(1) amortized, since the list is
    ///   searched only when it has twice as many publications as were left.
    struct PublicationList {

        private(set) var all: [Publication] = []

        /// The number of publications at which those that are over are removed.
        private var limit = 16

        mutating func append(_ publication: Publication) { all.append(publication) }

        /// All publications if it's time to remove those that are over, and otherwise none.
        var dueForRemoval: [Publication] { all.count < limit ? [] : all }

        /// Removes publications. Returns them, and the writers to whose streams no other one
        /// writes.
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
