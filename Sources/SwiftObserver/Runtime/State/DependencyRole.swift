// A combination is a variable whose value is made of the values of other variables, its
// dependencies. These rules keep it that way:
//
// A thread that changes a dependency updates all combinations of it before it unlocks the
// dependency. A thread that changes a combination locks all of its dependencies, changes them, and
// updates the combinations in the same way. So a combination changes only under the lock of at
// least one of its dependencies. It doesn't change at all while another thread holds all of these
// locks.
//
// Combinations of combinations depend on the variables at the bottom, so there are only two levels.
// Locks are taken in this order, which has no cycles:
//
//  1. Dependencies. A thread that needs several uses `lockTogether`. No thread that holds the lock
//     of a combination waits for that of a dependency.
//  2. The list of a dependency's dependents, for as long as it takes to read or change it. No
//     other lock is taken meanwhile.
//  3. Combinations, in the order of their identities. All combinations that a change affects are
//     locked before the first one is updated. So no thread can see the change in one of them, and
//     then not yet in another.
//  4. Nodes of derived values, in the order of `ReachedNodes`.
//  5. Post offices, one at a time, to post the messages. If an office uses a `FanOutLock`, that is
//     taken first. Messages are delivered when all locks are released.

/// How a variable depends on others, or how others depend on it.
///
/// Never both, because a combination of a combination depends on the dependencies of the latter.
enum DependencyRole {
    case none
    case dependency(of: Dependents)
    case combination(of: AnyDependencies)

    /// The version and the edges of the value, if derived values or combinations need them.
    var record: ValueRecord? {
        switch self {
        case .none: nil
        case .dependency(let dependents): dependents
        case .combination(let dependencies): dependencies.record
        }
    }
}

/// The combinations and derived values that depend on a variable.
final class Dependents: ValueRecord, @unchecked Sendable {

    /// The links to combinations. They don't keep the combinations alive, only their states.
    ///
    /// No other lock is taken while this one is held. There's none as long as there are no links.
    private let protectedLinks = LazyProtected<[any DependencyLink]>()

    /// `true` if there's a live derived value, or there ever was a combination. The value must be
    /// locked.
    var areAny: Bool {
        @inline(__always)
        get { !edges.isEmpty || haveBeenLinks }
    }

    /// `true` if there ever was a link. Links are added while the value is locked, so this needs no
    /// fence.
    var haveBeenLinks: Bool { protectedLinks.constant { _ in true } == true }

    /// The records of the variable, and of all combinations that contain it.
    var records: [ValueRecord] { [self] + links.map(\.recordOfCombination) }

    var links: [any DependencyLink] { protectedLinks.withLock(orElse: []) { $0 } }

    func add(_ link: any DependencyLink) { protectedLinks.withLock(creating: []) { $0.append(link) } }

    func remove(_ link: any DependencyLink) { protectedLinks.withLock(orElse: ()) { $0.removeAll { $0 === link } } }
}

/// The variables that some combination depends on.
///
/// `@unchecked Sendable` because it and its only subclass are immutable.
class AnyDependencies: @unchecked Sendable {

    /// The record of the combination.
    final let record: ValueRecord

    init(_ record: ValueRecord) { self.record = record }
}

/// A link from a variable to a combination that depends on it.
protocol DependencyLink: AnyObject, Sendable {

    var combination: any AnyPublishedValue { get }

    var dependency: any AnyPublishedValue { get }

    /// The record of the combination, apart from its state, which is slow to reach.
    var recordOfCombination: ValueRecord { get }

    /// Copies the dependency's value into the combination's value. Call this while both are locked.
    func copyValue()

    /// Adds this link to the dependents of the dependency. Call this while that is locked.
    func connect()

    /// Removes this link from the dependents of the dependency.
    func disconnect()
}

/// The published value of a variable, without its type.
protocol AnyPublishedValue: Sendable {
    var identity: ObjectIdentifier { get }
    var downstream: Downstream { get }
    var mutex: Mutex { get }
    func lock()
    func unlock()

    /// Takes over the values of dependencies and posts one message about that.
    ///
    /// If the combination has died, this does nothing. Call it while the combination and these
    /// dependencies are locked. The completions keep the links alive.
    func update(along links: [any DependencyLink], as author: AnyObject, _ completions: inout Completions)
}

/// A dependency that is going to be set.
struct DependencyChange {

    /// `nil` if nothing has ever depended on the variable.
    let dependents: Dependents?
    let make: (inout Completions) -> Void
}

/// The work that remains when all locks are released.
///
/// It also keeps objects alive that may only be released then.
struct Completions: ~Copyable {

    /// The work that was deferred when messages were posted.
    var work = DeferredWork()

    /// The derived values that the change reached. They're evaluated when the messages are
    /// delivered.
    var propagation = Propagation()

    /// The closures, each in a value. A collection of closures would wrap each in another closure.
    private var all = SmallArray<Completion>()

    private struct Completion {
        let complete: () -> Void
    }

    mutating func append(_ complete: @escaping () -> Void) { all.append(Completion(complete: complete)) }

    /// Delivers the messages, and then evaluates derived values.
    mutating func deliver() {
        propagation.releaseReached()
        for completion in all { completion.complete() }
        propagation.run()
    }

    /// Does everything that remains.
    mutating func complete() {
        work.finish()
        deliver()
    }
}
