import SwiftObserver

/// The part of numbers and combinations that scenarios need, also from broken ones.
///
/// The four numbers are 0 in the beginning. All threads that set them keep the first two equal.
protocol VariablesSubject: AnyObject, Sendable {
    init()

    /// The four numbers, followed by their combinations.
    var variables: [any SubjectVariable] { get }
}

/// A number or a combination of numbers.
protocol SubjectVariable: Sendable {

    /// The places of the numbers that the variable shows.
    var places: [Int] { get }

    var numbers: [Int] { get }
    func set(_ numbers: [Int])
    func changeInPlace(_ change: (inout [Int]) -> Void)
    func observe(_ receive: @escaping @Sendable (_ old: [Int], _ new: [Int]) -> Void) -> any SubjectObservation
}

/// The library's variables under attack.
final class SwiftObserverVariables: VariablesSubject {

    let variables: [any SubjectVariable]

    init() {
        let a = Var(0), b = Var(0), c = Var(0), d = Var(0), ab = a +++ b, ba = b +++ a, cd = c +++ d
        variables = [
            SwiftObserverVariable(a, [0]), SwiftObserverVariable(b, [1]), SwiftObserverVariable(c, [2]),
            SwiftObserverVariable(d, [3]),
            SwiftObserverVariable(ab, [0, 1]), SwiftObserverVariable(ba, [1, 0]), SwiftObserverVariable(cd, [2, 3]),
            SwiftObserverVariable(c +++ a +++ b, [2, 0, 1]), SwiftObserverVariable(ab +++ cd, [0, 1, 2, 3]),
            SwiftObserverVariable((d +++ b) +++ (c +++ a), [3, 1, 2, 0]), SwiftObserverVariable(d +++ ba, [3, 1, 0]),
        ]
    }
}

private struct SwiftObserverVariable<Value: Numbers>: SubjectVariable {

    let variable: Var<Value>
    let places: [Int]

    init(_ variable: Var<Value>, _ places: [Int]) {
        self.variable = variable
        self.places = places
    }

    var numbers: [Int] { variable.value.numbers }

    func set(_ numbers: [Int]) {
        var rest = numbers[...]
        variable <- Value(from: &rest)
    }

    func changeInPlace(_ change: (inout [Int]) -> Void) {
        func changeValue(_ value: inout Value) {
            var numbers = value.numbers
            change(&numbers)
            var rest = numbers[...]
            value = Value(from: &rest)
        }
        changeValue(&variable.value)
    }

    func observe(_ receive: @escaping @Sendable (_ old: [Int], _ new: [Int]) -> Void) -> any SubjectObservation {
        let observation = VariableObservation(variable)
        observation.observe(variable) { receive($0.old.numbers, $0.new.numbers) }
        return observation
    }
}

private final class VariableObservation<Value: Numbers>: Observer, SubjectObservation {
    let receiver = Receiver()
    private let variable: Var<Value>
    init(_ variable: Var<Value>) { self.variable = variable }
    func stop() { stopObserving(variable) }
}

/// A number, or pairs of pairs of numbers.
private protocol Numbers: Equatable, Sendable {
    init(from rest: inout ArraySlice<Int>)
    var numbers: [Int] { get }
}

extension Int: Numbers {
    fileprivate init(from rest: inout ArraySlice<Int>) { self = rest.removeFirst() }
    fileprivate var numbers: [Int] { [self] }
}

extension Pair: Numbers where Left: Numbers, Right: Numbers {
    fileprivate init(from rest: inout ArraySlice<Int>) {
        let left = Left(from: &rest)
        self.init(left, Right(from: &rest))
    }
    fileprivate var numbers: [Int] { left.numbers + right.numbers }
}
