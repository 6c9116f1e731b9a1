/// Whose messages had to make room for a message that was sent, to be released when all locks are.
///
/// Mostly that's one at most, which takes no memory apart.
struct Evictions {

    private var first: Backlog?
    private var others: Others?

    var isEmpty: Bool {
        @inline(__always)
        get { first == nil }
    }

    mutating func add(_ backlog: Backlog) {
        if first == nil { return first = backlog }
        let others = others ?? Others()
        others.backlogs.append(backlog)
        self.others = others
    }

    /// Releases the messages. Call this without a lock.
    @inline(never)
    mutating func release() {
        first.take()?.releaseEvicted()
        others.take()?.backlogs.forEach { $0.releaseEvicted() }
    }

    private final class Others {
        var backlogs: [Backlog] = []
    }
}
