import StressSupport
import SwiftObserver
import Synchronization

/// Lets many threads set numbers and their combinations, with the first two numbers equal.
///
/// The last number grows. All received and read values must show equal first numbers. The last
/// number never shrinks from one reading to the next, in any combination. The updates of each
/// combination form a chain that leads to the final value.
func stressCombinedVariables<Subject: VariablesSubject>(of _: Subject.Type, _ round: StressRound) throws {
    let subject = Subject(), variables = subject.variables, tally = round.tally, count = 100
    let chains = variables.map { UpdateChainCheck(places: $0.places, tally) }
    let observations = zip(variables, chains).map { variable, chain in variable.observe { chain.add($0, $1) } }
    let increments = Atomic(0)

    try round.onThreads(round.threads) { index, random in
        let watch = ReadingCheck(tally)
        for number in 0..<count {
            for _ in 0..<random.below(8) {
                let variable = variables[random.below(variables.count)]
                watch.see(variable.numbers, variable.places)
            }
            let variable = random.oneIn(4) ? variables[3] : variables[random.below(variables.count)]
            let new = number * 1000 + index
            if variable.places == [3] {
                variable.changeInPlace { $0[0] += 1 }
                increments.add(1, ordering: .relaxed)
            } else if variable.places == [2] || variable.places == [2, 3] {
                variable.changeInPlace { $0[0] = new }
            } else if variable.places.contains(3) {
                // in place, so that no thread's increment of the last number is undone
                variable.changeInPlace { numbers in
                    for (place, index) in zip(variable.places, numbers.indices) where place < 2 { numbers[index] = new }
                }
            } else if variable.places.count > 1 {
                variable.set(variable.places.map { _ in new })
            }
            random.pause()
        }
    }
    try round.wait("the last updates") { zip(variables, chains).allSatisfy { $0.numbers == $1.last } }
    for (variable, chain) in zip(variables, chains) { chain.judge(upTo: variable.numbers) }
    tally.expect(
        variables[3].numbers == [increments.load(ordering: .relaxed)],
        "lost: \(variables[3].numbers) of \(increments.load(ordering: .relaxed)) increments are in the value")
    for observation in observations { observation.stop() }
}

// MARK: - Combinations that die

/// Creates and releases combinations while other threads change their variables.
///
/// No client object dies under a lock, and all of them die.
func stressDyingCombinations(_ round: StressRound) throws {
    let lives = LiveCount(), tally = round.tally
    try {
        let left = Var(DyingValue?.none), right = Var(DyingValue?.none), other = Var(DyingValue?.none)
        let both = left +++ right
        let builders = max(1, round.threads / 2), building = Countdown(builders)
        try round.onThreads(builders + max(1, round.threads - builders)) { index, random in
            if index < builders {
                for _ in 0..<40 {
                    let crowd = (0..<random.below(12)).map { _ in left +++ other }, triple = right +++ other +++ left
                    random.pause()
                    for value in crowd.map({ ($0 +++ triple).value }) {
                        tally.expect(
                            value.left.left === value.right.right, "half: a new combination read half a change")
                    }
                    tally.beat()
                }
                return building.countDown(index)
            }
            while !building.isOver {
                let dyingValue = DyingValue(lives) { _ = (left.value, right.value, other.value) }
                switch random.below(4) {
                case 0: both <- dyingValue +++ dyingValue
                case 1: both.value = dyingValue +++ dyingValue
                default: other <- dyingValue
                }
            }
        }
        both <- nil +++ nil
        other <- nil
    }()
    try round.wait("\(lives.now) values of combinations to die") { lives.now == 0 }
}

/// A value that calls the library when it dies. Under a lock, that stops the program.
private final class DyingValue: Equatable, Sendable {
    private let counted: CountedObject
    private let onDeath: @Sendable () -> Void
    init(_ lives: LiveCount, onDeath: @escaping @Sendable () -> Void) {
        counted = CountedObject(lives)
        self.onDeath = onDeath
    }
    deinit { onDeath() }
    static func == (one: DyingValue, other: DyingValue) -> Bool { one === other }
}
