import SwiftObserver

/// The little that checks of combined variables ask of some numbers and their combinations, so that they can run against
/// broken ones, too.
///
/// The four numbers are 0 in the beginning. Whoever sets them keeps the first two equal.
protocol Board: AnyObject, Sendable {
    init()

    /// The four numbers, and behind them their combinations.
    var cells: [any Cell] { get }
}

/// One number or a combination of numbers.
protocol Cell: Sendable {

    /// Which numbers the cell shows.
    var places: [Int] { get }

    var numbers: [Int] { get }
    func set(_ numbers: [Int])
    func changeInPlace(_ change: (inout [Int]) -> Void)
    func observe(_ receive: @escaping @Sendable (_ old: [Int], _ new: [Int]) -> Void) -> any Line
}

/// The board that is to be attacked.
final class SwiftObserverBoard: Board {

    let cells: [any Cell]

    init() {
        let a = Var(0), b = Var(0), c = Var(0), d = Var(0), ab = a +++ b, ba = b +++ a, cd = c +++ d
        cells = [
            VariableCell(a, [0]), VariableCell(b, [1]), VariableCell(c, [2]), VariableCell(d, [3]),
            VariableCell(ab, [0, 1]), VariableCell(ba, [1, 0]), VariableCell(cd, [2, 3]),
            VariableCell(c +++ a +++ b, [2, 0, 1]), VariableCell(ab +++ cd, [0, 1, 2, 3]),
            VariableCell((d +++ b) +++ (c +++ a), [3, 1, 2, 0]), VariableCell(d +++ ba, [3, 1, 0]),
        ]
    }
}

private struct VariableCell<Value: Numbers>: Cell {

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

    func observe(_ receive: @escaping @Sendable (_ old: [Int], _ new: [Int]) -> Void) -> any Line {
        let line = CellLine(variable)
        line.observe(variable) { receive($0.old.numbers, $0.new.numbers) }
        return line
    }
}

private final class CellLine<Value: Numbers>: Observer, Line {
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
