// A combination has a record like any variable, whose value is what the variables it combines, its parts, are at that
// moment. This is how it stays so:
//
// Whoever changes a part takes the change over into all combinations of that part before unlocking the part. Whoever
// changes a combination locks all of its parts, changes those, and lets the combinations follow in the same way. So a
// combination changes only while at least one of its parts is locked, and not at all while all of them are.
//
// Combinations of combinations are tied to the variables at the bottom, so there are only two levels. Locks are taken in
// this order, which has no cycles:
//
//  1. Parts, in the order of their identities. No one who holds the lock of a combination takes the lock of a part.
//  2. The list of a part's combinations, for as long as it takes to read or change it. No other lock is taken meanwhile.
//  3. Combinations, in the order of their identities. All that follow a change are locked before the first one follows,
//     so that no one can see the change in one of them and then not yet in another.
//  4. Post offices, one at a time, to post the updates. They are delivered when all locks are released.

/// How a variable is tied to others.
///
/// Never in both ways, since a combination of a combination is tied to the parts of the latter.
enum Ties {
    case none
    case part(of: Wholes)
    case whole(of: AnyParts)
}

/// The places that a variable has in combinations. This doesn't keep the combinations alive, only their records.
typealias Wholes = Protected<[any Seat]>

/// Something to be done when all locks are released. It also holds whatever may only die then.
typealias Delivery = () -> Void

/// The variables that some combination combines. `@unchecked Sendable` because nothing of it changes.
class AnyParts: @unchecked Sendable {

    /// The parts of a combination of that type. A record is only ever tied to parts of its own type.
    @inline(__always)
    final func of<State: ValueState>(_: State.Type) -> Parts<State> { unsafeDowncast(self, to: Parts<State>.self) }
}

/// The variables that a combination combines.
final class Parts<State: ValueState>: AnyParts, @unchecked Sendable {

    /// The places of the variables in the combination, from left to right.
    let seats: [any SeatIn<State>]

    private let variables: [AnyObject]
    private let records: [any AnyRecord]

    init(_ seats: [any SeatIn<State>], of variables: [AnyObject]) {
        self.seats = seats
        self.variables = variables
        records = inLockOrder(seats.map(\.part))
    }

    /// Locks all parts.
    func lock() { records.forEach { $0.lock() } }

    /// Unlocks all parts.
    func unlock() { records.forEach { $0.unlock() } }

    /// Prepares to set those variables whose values differ. Compares values, which is foreign code.
    ///
    /// Where one variable has several places, the rightmost one whose value differs is what counts.
    func changes(from old: State.Value, to new: State.Value, as author: AnyObject) -> [Change] {
        var changes: [Change] = [], changed: Set<ObjectIdentifier> = []
        for seat in seats.reversed() where !changed.contains(seat.part.identity) {
            guard let change = seat.change(from: old, to: new, as: author) else { continue }
            changes.append(change)
            changed.insert(seat.part.identity)
        }
        return changes.reversed()
    }

    /// Sets variables and lets all their combinations follow. Call while all parts are locked.
    func make(_ changes: [Change], as author: AnyObject) -> [Delivery] {
        let deliveries = changes.map { $0.make() }
        return deliveries + follow(changes.flatMap { $0.wholes.copy() }, as: author)
    }
}

/// A part that is about to be set.
struct Change {
    let wholes: Wholes
    let make: () -> Delivery
}

/// Lets combinations take over the new values of parts. Call while these parts are locked.
func follow(_ seats: [any Seat], as author: AnyObject) -> [Delivery] {
    // some seats may be the last to hold a combination that has died
    var deliveries: [Delivery] = [{ withExtendedLifetime(seats) {} }]
    let wholes = inLockOrder(seats.map(\.whole))
    for whole in wholes { whole.lock() }
    let seatsOfWhole = Dictionary(grouping: seats) { $0.whole.identity }
    var followed: Set<ObjectIdentifier> = []
    for whole in seats.map(\.whole) where followed.insert(whole.identity).inserted {
        let delivery = whole.takeOver(seatsOfWhole[whole.identity] ?? [], as: author)
        if let delivery { deliveries.append(delivery) }
    }
    for whole in wholes { whole.unlock() }
    return deliveries
}

/// Each record once, in the order in which locks are taken.
private func inLockOrder(_ records: [any AnyRecord]) -> [any AnyRecord] {
    let records = records.sorted { $0.identity < $1.identity }
    return zip(records, [nil] + records).compactMap { $0.identity == $1?.identity ? nil : $0 }
}

// MARK: - Records with ties

/// A record of some type.
protocol AnyRecord: Sendable {
    var identity: ObjectIdentifier { get }
    func lock()
    func unlock()

    /// Takes over the values of parts and posts the one update that this amounts to, unless the combination has died.
    /// Call while the combination and these parts are locked.
    func takeOver(_ seats: [any Seat], as author: AnyObject) -> Delivery?
}

typealias ValueRecord<State: ValueState> = Record<State, State.Message>

extension Record: AnyRecord where State: ValueState, State.Message == Message {

    var identity: ObjectIdentifier { state.identity }
    func lock() { state.lock(orStop: .changeInsideChange) }
    func unlock() { state.unlock() }

    // MARK: As a part

    /// The places that the value gets in a new combination.
    func seats<Whole>(
        in whole: ValueRecord<Whole>, at path: WritableKeyPath<Whole.Value, State.Value>
    ) -> [any SeatIn<Whole>] {
        let ties = state.withLock(orStop: .changeInsideChange) { state in
            if case .none = state.ties { state.ties = .part(of: Wholes([])) }
            return state.ties
        }
        switch ties {
        case .none: return []
        case .part(let wholes): return [TypedSeat(of: self, in: whole, at: path, wholes)]
        case .whole(let parts): return parts.of(State.self).seats.map { $0.seat(in: whole, at: path) }
        }
    }

    /// Puts another value in place of the value. Call while this is locked.
    func replaceValue(with new: State.Value, _ message: Message, as author: AnyObject) -> Delivery {
        var removed = new
        swap(&state.unlocked.value, &removed)
        return finishReplacing(removed, message, as: author)
    }

    private func finishReplacing(_ removed: State.Value, _ message: Message, as author: AnyObject) -> Delivery {
        state.unlocked.version += 1
        var duty = office.post(message, from: author)
        return {
            office.perform(&duty, message, from: author)
            withExtendedLifetime(removed) {}
        }
    }

    // MARK: As a combination

    /// Makes a new record that of a combination.
    func combine(_ seats: [any SeatIn<State>], of variables: [AnyObject]) {
        let parts = Parts(seats, of: variables)
        let removed = current
        parts.lock()
        lock()
        for seat in seats { seat.carry() }
        state.unlocked.ties = .whole(of: parts)
        unlock()
        for seat in seats { seat.enter() }
        parts.unlock()
        withExtendedLifetime(removed) {}
    }

    /// Unties a dying combination from its parts. This takes no lock under which foreign code can be running.
    ///
    /// From here on, the record takes over nothing more. So it doesn't matter that the seats are left one by one.
    func untie() {
        let parts = state.withLock { state -> AnyParts? in
            guard case .whole(let parts) = state.ties else { return nil }
            state.ties = .none
            return parts
        }
        parts?.of(State.self).seats.forEach { $0.leave() }
    }

    func takeOver(_ seats: [any Seat], as author: AnyObject) -> Delivery? {
        guard case .whole = state.unlocked.ties else { return nil }
        let old = state.unlocked.value
        for seat in seats { seat.carry() }
        return finishReplacing(old, State.message(old: old, new: state.unlocked.value), as: author)
    }

    /// Sets the parts to the value. Values are compared without a lock, unless parts change meanwhile again and again.
    func set(_ parts: Parts<State>, to new: State.Value, as author: AnyObject) {
        for _ in 0..<patience {
            let known = current
            let changes = parts.changes(from: known.value, to: new, as: author)
            if changes.isEmpty { return }
            parts.lock()
            let isStillKnown = state.withLock { $0.version == known.version }
            let deliveries = isStillKnown ? parts.make(changes, as: author) : []
            parts.unlock()
            for deliver in deliveries { deliver() }
            if isStillKnown { return }
        }
        setUnderLock(parts, to: new, as: author)
    }

    private func setUnderLock(_ parts: Parts<State>, to new: State.Value, as author: AnyObject) {
        parts.lock()
        let old = current
        let deliveries = parts.make(parts.changes(from: old.value, to: new, as: author), as: author)
        parts.unlock()
        for deliver in deliveries { deliver() }
        withExtendedLifetime(old) {}
    }

    /// Begins a change in place of a combination that is locked: all of its parts are locked, too.
    @inline(never)
    func beginChange(of parts: Parts<State>) -> ChangeInPlace<State> {
        unlock()
        parts.lock()
        lock()
        return ChangeInPlace(oldValue: state.unlocked.value, parts: parts)
    }

    /// Sets the parts to what has become of the value in place. The combination itself then follows its parts.
    @inline(never)
    func finishChange(of parts: Parts<State>, from old: State.Value, as author: AnyObject) {
        var new = old
        swap(&state.unlocked.value, &new)
        unlock()
        let changes = parts.changes(from: old, to: new, as: author)
        let deliveries = parts.make(changes, as: author)
        parts.unlock()
        for deliver in deliveries { deliver() }
    }
}
