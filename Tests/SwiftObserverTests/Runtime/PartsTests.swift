import Testing

@testable import SwiftObserver

/// In which order records are locked, changed, posted and unlocked, shown by records that only write down what they're told.
@Suite struct PartsTests {

    private let log = Recorder<String>(), author = Dog(), records: [WrittenRecord]

    init() {
        let objects = (0..<4).map { _ in Mortal() }.sorted { ObjectIdentifier($0) < ObjectIdentifier($1) }
        records = objects.enumerated().map { [log] in WrittenRecord($0, $1, log) }
    }

    // MARK: - Parts

    @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 0, 1, 2, 1, 2], [3, 3]])
    func `each part is locked once, in the order of identities, whatever places it has`(places: [Int]) {
        let parts = Parts(places.map { seat(of: $0, in: 3) }, of: [])
        let names = Set(places).sorted()
        parts.lock()
        #expect(log.values == names.map { "lock \($0)" })
        log.clear()
        parts.unlock()
        #expect(log.values == names.map { "unlock \($0)" })
    }

    @Test func `a combination holds its variables`() {
        let boxes: [WeakBox<Dog>], parts: Parts<VariableState<Int>>
        do {
            let variables = [Dog(), Dog()]
            boxes = variables.map { WeakBox($0) }
            parts = Parts([], of: variables)
        }
        #expect(boxes.allSatisfy { $0.isAlive })
        withExtendedLifetime(parts) {}
    }

    // MARK: - Combinations follow

    @Test func `all combinations are locked before the first one follows, and unlocked after the last one`() {
        let deliveries = follow([seat(of: 0, in: 3), seat(of: 0, in: 1), seat(of: 0, in: 2)], as: author)
        #expect(
            log.values == [
                "lock 1", "lock 2", "lock 3", "3 takes over from 0", "1 takes over from 0", "2 takes over from 0",
                "unlock 1", "unlock 2", "unlock 3",
            ])
        deliver(deliveries)
        #expect(log.values == ["3 delivers", "1 delivers", "2 delivers"])
    }

    @Test func `each combination follows once, with all its places`() {
        let seats = [seat(of: 0, in: 2), seat(of: 0, in: 3), seat(of: 1, in: 2), seat(of: 0, in: 2)]
        let deliveries = follow(seats, as: author)
        #expect(
            log.values == [
                "lock 2", "lock 3", "2 takes over from 0 1 0", "3 takes over from 0", "unlock 2", "unlock 3",
            ])
        deliver(deliveries)
        #expect(log.values == ["2 delivers", "3 delivers"])
    }

    @Test func `a combination that has died delivers nothing`() {
        records[2].isDead.withLock { $0 = true }
        let deliveries = follow([seat(of: 0, in: 2), seat(of: 0, in: 3)], as: author)
        #expect(log.values.contains("unlock 2"))
        deliver(deliveries)
        #expect(log.values == ["3 delivers"])
    }

    @Test func `places are held until all is delivered, since a dead combination may depend on one`() {
        var seats = [seat(of: 0, in: 2)], deliveries = follow(seats, as: author)
        let box = WeakBox(seats[0])
        seats = []
        #expect(box.isAlive)
        deliver(deliveries)
        deliveries = []
        #expect(!box.isAlive)
    }

    @Test func `nobody has to follow where there are no combinations`() {
        deliver(follow([], as: author))
        #expect(log.values.isEmpty)
    }

    // MARK: - Change

    @Test func `variables are set from left to right, and then their combinations follow together`() {
        let parts = Parts<VariableState<Int>>([], of: [])
        let deliveries = parts.make([change(of: 1, in: [3, 2]), change(of: 0, in: [3])], as: author)
        #expect(
            log.values == [
                "set 1", "set 0", "lock 2", "lock 3", "3 takes over from 1 0", "2 takes over from 1", "unlock 2",
                "unlock 3",
            ])
        deliver(deliveries)
        #expect(log.values == ["1 delivers", "0 delivers", "3 delivers", "2 delivers"])
    }

    @Test func `a combination that gets the place while variables are set follows, too`() {
        let wholes = Wholes([]), late = seat(of: 0, in: 2)
        let change = Change(wholes: wholes) {
            wholes.withLock { $0.append(late) }
            return {}
        }
        _ = Parts<VariableState<Int>>([], of: []).make([change], as: author)
        #expect(log.values == ["lock 2", "2 takes over from 0", "unlock 2"])
    }

    // MARK: -

    private func seat(of part: Int, in whole: Int) -> WrittenSeat { WrittenSeat(of: records[part], in: records[whole]) }

    private func change(of part: Int, in wholes: [Int]) -> Change {
        Change(wholes: Wholes(wholes.map { seat(of: part, in: $0) })) { [log] in
            log.record("set \(part)")
            return { log.record("\(part) delivers") }
        }
    }

    /// Delivers, after which there's nothing else in the log.
    private func deliver(_ deliveries: [Delivery]) {
        log.clear()
        for deliver in deliveries { deliver() }
    }
}

/// A record that writes down what it's told. Its number grows with its identity.
private final class WrittenRecord: AnyRecord {

    let number: Int, isDead = LockedBox(false)
    private let object: Mortal, log: Recorder<String>

    init(_ number: Int, _ object: Mortal, _ log: Recorder<String>) {
        (self.number, self.object, self.log) = (number, object, log)
    }

    var identity: ObjectIdentifier { ObjectIdentifier(object) }
    func lock() { log.record("lock \(number)") }
    func unlock() { log.record("unlock \(number)") }

    func takeOver(_ seats: [any Seat], as author: AnyObject) -> Delivery? {
        if isDead.withLock({ $0 }) { return nil }
        let parts = seats.compactMap { ($0.part as? WrittenRecord)?.number }
        log.record("\(number) takes over from \(parts.map { "\($0)" }.joined(separator: " "))")
        return { [log, number] in log.record("\(number) delivers") }
    }
}

/// A place that has nothing but its two records.
private final class WrittenSeat: SeatIn {

    typealias Whole = VariableState<Int>
    let whole: any AnyRecord, part: any AnyRecord
    init(of part: WrittenRecord, in whole: WrittenRecord) { (self.part, self.whole) = (part, whole) }
    func carry() {}
    func enter() {}
    func leave() {}
    func change(from old: Int, to new: Int, as author: AnyObject) -> Change? { nil }
    func seat<Outer: ValueState>(
        in outer: ValueRecord<Outer>, at path: WritableKeyPath<Outer.Value, Int>
    ) -> any SeatIn<Outer> { preconditionFailure("Nobody combines this.") }
}
