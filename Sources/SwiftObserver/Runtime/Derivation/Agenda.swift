/// The work that is left at a live node, in the order of changes.
///
/// ```
///             being evaluated
///                  v
///               +-----+     +-----+     +-------+     +-----+
///     items     | 0 1 |     |  1  |     | start |     |  0  |     evaluations == 3
///               +-----+     +-----+     +-------+     +-----+
///                needs outcomes of the sources 0 and 1
/// ```
///
/// A change that reaches the node by several of its sources is one item. This is a value without
/// threads or locks. The node calls it under its lock.
///
/// INVARIANTS
/// - Items are in the order of commits. The first one stays here until it's done, and its outcome
///   is known to all who look at the node.
/// - `evaluations` is the number of outcomes that the node will still pass on.
struct Agenda: ~Copyable {

    private var items = SegmentedQueue<Item>()

    /// The number of items that are evaluations.
    private(set) var evaluations = 0

    /// How many needs of the first item are known to be met, apart from the one that `Needs` keeps
    /// by itself.
    private var metNeeds = 0

    /// One thing to be done.
    struct Item {

        /// The outcomes that must have arrived before, without those that were taken.
        var needs: Needs

        /// An action that is performed instead of an evaluation.
        let action: AgendaAction?

        /// The author of the change, if an observer reads authors.
        ///
        /// If changes were merged, it's the author of the last one that changed a source.
        var author: AgendaAuthor?

        /// The thread that made the change. `nil` if it did so while it was working for others.
        ///
        /// Otherwise, one change of another thread could hold a thread captive forever: its handler
        /// makes the next change, and so on. `ForeignWork` does the same for letters.
        let thread: ThreadID?

        /// `true` if this thread does the item for another one.
        var isForeign: Bool {
            @inline(__always)
            get { thread != .current }
        }
    }

    private static var changer: ThreadID? {
        @inline(__always)
        get { ForeignWork.isUnderWay ? nil : .current }
    }

    var isEmpty: Bool {
        @inline(__always)
        get { items.count == 0 }
    }

    var count: Int { items.count }

    /// The first item, which is the next one to be done. It stays there until it's removed.
    var first: UnsafePointer<Item>? { isEmpty ? nil : UnsafePointer(items.addressOfFirst) }

    /// `true` if there's nothing but evaluations.
    var hasOnlyEvaluations: Bool { evaluations == count }

    /// `true` if the two first items are evaluations, and everything that the second one needs has
    /// arrived. Take the outcomes for the first one before.
    func isSecondReady(at inputs: UnsafeMutablePointer<NodeInput>) -> Bool {
        guard let second = items.addressOfSecond, hasOnlyEvaluations else { return false }
        var met = 0
        return second.pointee.needs.areMet(&met) { inputs[$0].hasArrived($1) }
    }

    /// Notes that what the first item needs has been taken. Returns these needs.
    mutating func takeNeedsOfFirst() -> Needs {
        let first = items.addressOfFirst, needs = first.pointee.needs
        first.pointee.needs = Needs()
        return needs
    }

    /// Replaces the author of the first item.
    mutating func replaceAuthorOfFirst(by author: AgendaAuthor) { items.addressOfFirst.pointee.author = author }

    /// Adds the evaluation for a change.
    mutating func appendEvaluation(needing needs: Needs, author: AgendaAuthor? = nil) {
        items.append(Item(needs: needs, action: nil, author: author, thread: Self.changer))
        evaluations += 1
    }

    /// Adds something that happens between two changes.
    mutating func append(_ action: AgendaAction) {
        items.append(Item(needs: Needs(), action: action, author: nil, thread: Self.changer))
    }

    /// Returns whether there's a first item, and everything that it needs has arrived.
    ///
    /// A node asks for each outcome that arrives, and may need as many as it has sources.
    mutating func isReady(at inputs: UnsafeMutablePointer<NodeInput>) -> Bool {
        if isEmpty { return false }
        var met = metNeeds
        let isReady = items.withFirst { first in
            first.needs.areMet(&met) { inputs[$0].hasArrived($1) }
        }
        metNeeds = met
        return isReady
    }

    /// Removes the first item, which is done.
    mutating func removeFirst() -> Item {
        let first = items.removeFirst()
        metNeeds = 0
        if first.action == nil { evaluations -= 1 }
        return first
    }

    /// Removes everything, and returns the actions.
    mutating func removeAll() -> [AgendaAction] {
        var actions: [AgendaAction] = []
        while !isEmpty { if let action = removeFirst().action { actions.append(action) } }
        return actions
    }
}

/// The author of a change. It's an object of its own, so that items without authors are cheap.
///
/// `@unchecked Sendable` because it never changes.
final class AgendaAuthor: @unchecked Sendable {

    private let reference: WeakReference

    init(_ author: AnyObject) { reference = WeakReference(author) }

    /// The author, as long as it's alive.
    var object: AnyObject? { reference.object }
}

/// Something that happens at a live node between two changes, like the start of an observation.
///
/// `@unchecked Sendable` because it has no state. Each subclass takes care of its own.
class AgendaAction: @unchecked Sendable {

    /// Acts while no other thread evaluates the node. Called without a lock.
    ///
    /// Returns what may call handlers. That follows when other threads may evaluate the node again.
    func act() -> (() -> Void)? { nil }

    /// Acts when the life of the node has ended. Another life may have begun on another thread.
    func actAfterEnd() { act()?() }
}
