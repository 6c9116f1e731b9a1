import StressSupport

/// Variables whose combinations are broken in one way.
class VariablesMutant<Broken: VariableMutant>: VariablesSubject, @unchecked Sendable {

    let variables: [any SubjectVariable]

    required init() {
        let variables = SwiftObserverVariables().variables
        self.variables = variables.map { $0.places.count == 1 ? $0 : Broken($0, numbers: Array(variables[..<4])) }
    }
}

/// Behaves like a correct variable, except for the flaws of subclasses.
class VariableMutant: SubjectVariable, @unchecked Sendable {

    fileprivate let variable: any SubjectVariable

    /// The variables of the single numbers.
    fileprivate let singles: [any SubjectVariable]

    required init(_ variable: any SubjectVariable, numbers: [any SubjectVariable]) {
        self.variable = variable
        singles = numbers
    }

    var places: [Int] { variable.places }
    var numbers: [Int] { variable.numbers }
    func set(_ numbers: [Int]) { variable.set(numbers) }
    func changeInPlace(_ change: (inout [Int]) -> Void) { variable.changeInPlace(change) }
    func observe(_ receive: @escaping @Sendable (_ old: [Int], _ new: [Int]) -> Void) -> any SubjectObservation {
        variable.observe(receive)
    }
}

/// Sets its numbers one by one.
final class HalvingMutant: VariableMutant, @unchecked Sendable {
    override func set(_ numbers: [Int]) {
        for (place, number) in zip(places, numbers) { singles[place].set([number]) }
    }
}

/// Reads its numbers one by one.
final class PiecemealReadingMutant: VariableMutant, @unchecked Sendable {
    override var numbers: [Int] { places.flatMap { singles[$0].numbers } }
}

/// Shows the value that it was notified of last, so that variables change at different times.
final class UnevenMutant: VariableMutant, @unchecked Sendable {
    private let latest = Guarded([Int]())
    private let observation = Guarded<(any SubjectObservation)?>(nil)
    required init(_ variable: any SubjectVariable, numbers: [any SubjectVariable]) {
        super.init(variable, numbers: numbers)
        let start = variable.numbers
        latest.withLock { $0 = start }
        let newObservation = variable.observe { [latest] _, new in latest.withLock { $0 = new } }
        observation.withLock { $0 = newObservation }
    }
    override var numbers: [Int] { latest.withLock { $0 } }
}

/// Doesn't report every twentieth change.
final class ForgettingMutant: VariableMutant, @unchecked Sendable {
    override func observe(_ receive: @escaping @Sendable (_ old: [Int], _ new: [Int]) -> Void) -> any SubjectObservation
    {
        let count = Guarded(0)
        return variable.observe { old, new in
            let isForgotten = count.withLock {
                $0 += 1
                return $0.isMultiple(of: 20)
            }
            if !isForgotten { receive(old, new) }
        }
    }
}
