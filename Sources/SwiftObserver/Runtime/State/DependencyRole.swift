// A combination is a variable whose value is made of the values of other variables, its dependencies. This is how it stays
// so:
//
// Whoever changes a dependency updates all combinations of it before unlocking it. Whoever changes a combination locks all
// of its dependencies, changes those, and updates the combinations in the same way. So a combination changes only while at
// least one of its dependencies is locked, and not at all while all of them are.
//
// Combinations of combinations depend on the variables at the bottom, so there are only two levels. Locks are taken in
// this order, which has no cycles:
//
//  1. Dependencies, in the order of their identities. No one who holds the lock of a combination takes that of a dependency.
//  2. The list of a dependency's dependents, for as long as it takes to read or change it. No other lock is taken
//     meanwhile.
//  3. Combinations, in the order of their identities. All that a change concerns are locked before the first one is updated,
//     so that no one can see the change in one of them and then not yet in another.
//  4. Post offices, one at a time, to post the messages, each with its `FanOutLock` first, if it uses that. They are delivered when all locks are released.

/// How a variable depends on others, or others on it.
///
/// Never both, since a combination of a combination depends on the dependencies of the latter.
enum DependencyRole {
    case none
    case dependency(of: Dependents)
    case combination(of: AnyDependencies)
}

/// The links from a variable to the combinations that depend on it. They don't keep the combinations alive, only their
/// states. No other lock is taken while this one is held.
typealias Dependents = Protected<[any DependencyLink]>

/// The variables that some combination depends on. `@unchecked Sendable` because nothing of it changes.
class AnyDependencies: @unchecked Sendable {}

/// A link from a variable to a combination that depends on it.
protocol DependencyLink: AnyObject, Sendable {

    var combination: any AnyPublishedValue { get }

    var dependency: any AnyPublishedValue { get }

    /// Copies the value of the dependency into that of the combination. Call while both are locked.
    func copyValue()

    /// Adds this to the dependents of the dependency. Call while the dependency is locked.
    func connect()

    /// Removes this from there.
    func disconnect()
}

/// The published value of a variable, whatever its type.
protocol AnyPublishedValue: Sendable {
    var identity: ObjectIdentifier { get }
    var downstream: Downstream { get }
    func lock()
    func unlock()

    /// Takes over the values of dependencies and posts the one message that this amounts to, unless the combination has
    /// died. Call while the combination and these dependencies are locked. What remains keeps the links alive.
    func update(along links: [any DependencyLink], as author: AnyObject, _ completions: inout Completions)
}

/// A dependency that is about to be set.
struct DependencyChange {
    let dependents: Dependents
    let make: (inout Completions) -> Void
}

/// What remains to be done when all locks are released. It also keeps alive whatever may only be released then.
struct Completions: ~Copyable {

    /// What was deferred when messages were posted.
    var work = DeferredWork()

    /// Closures in a value, since collections of closures call them through others, which have to be made for each.
    private var all = SmallArray<Completion>()

    private struct Completion {
        let complete: () -> Void
    }

    mutating func append(_ complete: @escaping () -> Void) { all.append(Completion(complete: complete)) }

    /// Delivers the messages.
    func deliver() { for completion in all { completion.complete() } }

    /// Does all that remains.
    mutating func complete() {
        work.finish()
        deliver()
    }
}
