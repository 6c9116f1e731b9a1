import StressSupport

/// Judges the values that one thread reads from several variables.
final class ReadingCheck {

    private let tally: Tally
    private var lastNumber = 0

    init(_ tally: Tally) { self.tally = tally }

    func see(_ numbers: [Int], _ places: [Int]) {
        tally.expectWhole(numbers, places)
        guard let number = zip(places, numbers).first(where: { $0.0 == 3 })?.1 else { return }
        tally.expect(number >= lastNumber, "backwards: \(number) was read after \(lastNumber), in places \(places)")
        lastNumber = number
    }
}

/// Judges whether the updates of one variable form a chain.
final class UpdateChainCheck: Sendable {

    private let places: [Int]
    private let tally: Tally
    private let updates = Guarded([(old: [Int], new: [Int])]())

    init(places: [Int], _ tally: Tally) {
        self.places = places
        self.tally = tally
    }

    var last: [Int] { updates.withLock { $0.last?.new } ?? places.map { _ in 0 } }

    func add(_ old: [Int], _ new: [Int]) {
        tally.expectWhole(new, places)
        updates.withLock { $0.append((old, new)) }
        tally.beat()
    }

    func judge(upTo end: [Int]) {
        var last = places.map { _ in 0 }
        for update in updates.withLock({ $0 }) {
            tally.expect(
                update.old == last, "chain: places \(places) went from \(update.old) when they were \(last)")
            tally.expect(update.new != update.old, "chain: places \(places) stayed \(update.new) in an update")
            last = update.new
        }
        tally.expect(last == end, "chain: places \(places) are \(end), but the last ones sent are \(last)")
    }
}

extension Tally {

    /// Checks that the first two numbers are equal, if both are shown.
    fileprivate func expectWhole(_ numbers: [Int], _ places: [Int]) {
        let first = places.firstIndex(of: 0), second = places.firstIndex(of: 1)
        guard let first, let second else { return }
        expect(numbers[first] == numbers[second], "half: places \(places) showed \(numbers)")
    }
}
