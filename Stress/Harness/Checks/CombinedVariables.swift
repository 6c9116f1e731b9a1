import StressSupport
import SwiftObserver
import Synchronization

/// Many threads set numbers and their combinations, keeping the first two numbers equal and letting the last one grow.
///
/// Then whatever anyone is told or reads shows these numbers as equal, the last one never shrinks from one reading to the
/// next, no matter which combinations are read, and the updates of each form a chain that leads to the final value.
func checkCombinedVariables<B: Board>(of _: B.Type, _ round: StressRound) throws {
    let board = B(), cells = board.cells, tally = round.tally, count = 100
    let chains = cells.map { Chain(places: $0.places, tally) }
    let lines = zip(cells, chains).map { cell, chain in cell.observe { chain.add($0, $1) } }
    let increments = Atomic(0)

    try round.onThreads(round.threads) { index, random in
        let watch = Watch(tally)
        for number in 0..<count {
            for _ in 0..<random.below(8) {
                let cell = cells[random.below(cells.count)]
                watch.see(cell.numbers, cell.places)
            }
            let cell = random.oneIn(4) ? cells[3] : cells[random.below(cells.count)], new = number * 1000 + index
            if cell.places == [3] {
                cell.changeInPlace { $0[0] += 1 }
                increments.add(1, ordering: .relaxed)
            } else if cell.places == [2] || cell.places == [2, 3] {
                cell.changeInPlace { $0[0] = new }
            } else if cell.places.contains(3) {
                // in place, so that nobody's increment of the last number is undone
                cell.changeInPlace { numbers in
                    for (place, index) in zip(cell.places, numbers.indices) where place < 2 { numbers[index] = new }
                }
            } else if cell.places.count > 1 {
                cell.set(cell.places.map { _ in new })
            }
            random.pause()
        }
    }
    try round.wait("the last updates") { zip(cells, chains).allSatisfy { $0.numbers == $1.last } }
    for (cell, chain) in zip(cells, chains) { chain.check(upTo: cell.numbers) }
    tally.expect(
        cells[3].numbers == [increments.load(ordering: .relaxed)],
        "lost: \(cells[3].numbers) of \(increments.load(ordering: .relaxed)) increments are in the value")
    for line in lines { line.stop() }
}

/// What one thread reads from several cells.
private final class Watch {

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

/// The updates of one cell.
private final class Chain: Sendable {

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

    func check(upTo end: [Int]) {
        var last = places.map { _ in 0 }
        for update in updates.withLock({ $0 }) {
            tally.expect(
                update.old == last, "chain: places \(places) went from \(update.old) when they were \(last)")
            tally.expect(update.new != update.old, "chain: places \(places) stayed \(update.new) in an update")
            last = update.new
        }
        tally.expect(last == end, "chain: places \(places) are \(end) and not \(last), the last ones sent")
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

// MARK: - Combinations that die

/// Combinations come and go while others change their variables. Nothing foreign dies under a lock, and all of it dies.
func checkDyingCombinations(_ round: StressRound) throws {
    let lives = Lives(), tally = round.tally
    try {
        let left = Var(Relic?.none), right = Var(Relic?.none), other = Var(Relic?.none), both = left +++ right
        let builders = max(1, round.threads / 2), building = Countdown(builders)
        try round.onThreads(builders + max(1, round.threads - builders)) { index, random in
            if index < builders {
                for _ in 0..<40 {
                    let crowd = (0..<random.below(12)).map { _ in left +++ other }, triple = right +++ other +++ left
                    random.pause()
                    for value in crowd.map({ ($0 +++ triple).value }) {
                        tally.expect(
                            value.left.left === value.right.right, "half: a new combination took in half a change")
                    }
                    tally.beat()
                }
                return building.countDown(index)
            }
            while !building.isOver {
                let relic = Relic(lives) { _ = (left.value, right.value, other.value) }
                switch random.below(4) {
                case 0: both <- relic +++ relic
                case 1: both.value = relic +++ relic
                default: other <- relic
                }
            }
        }
        both <- nil +++ nil
        other <- nil
    }()
    try round.wait("\(lives.now) values of combinations to die") { lives.now == 0 }
}

/// A value that calls somebody when it dies, who stops the program if that happens under a lock.
private final class Relic: Equatable, Sendable {
    private let counted: Counted
    private let onDeath: @Sendable () -> Void
    init(_ lives: Lives, onDeath: @escaping @Sendable () -> Void) {
        counted = Counted(lives)
        self.onDeath = onDeath
    }
    deinit { onDeath() }
    static func == (one: Relic, other: Relic) -> Bool { one === other }
}
