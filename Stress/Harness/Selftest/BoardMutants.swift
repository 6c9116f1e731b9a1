import StressSupport

/// A board whose cells are broken in one way.
class BrokenBoard<Broken: BrokenCell>: Board, @unchecked Sendable {

    let cells: [any Cell]

    required init() {
        let cells = SwiftObserverBoard().cells
        self.cells = cells.map { $0.places.count == 1 ? $0 : Broken($0, numbers: Array(cells[..<4])) }
    }
}

/// Does what a sound cell does, apart from what subclasses break.
class BrokenCell: Cell, @unchecked Sendable {

    fileprivate let cell: any Cell

    /// The cells of the single numbers.
    fileprivate let singles: [any Cell]

    required init(_ cell: any Cell, numbers: [any Cell]) {
        self.cell = cell
        singles = numbers
    }

    var places: [Int] { cell.places }
    var numbers: [Int] { cell.numbers }
    func set(_ numbers: [Int]) { cell.set(numbers) }
    func changeInPlace(_ change: (inout [Int]) -> Void) { cell.changeInPlace(change) }
    func observe(_ receive: @escaping @Sendable (_ old: [Int], _ new: [Int]) -> Void) -> any Line {
        cell.observe(receive)
    }
}

/// Sets its numbers one by one.
final class HalvingCell: BrokenCell, @unchecked Sendable {
    override func set(_ numbers: [Int]) {
        for (place, number) in zip(places, numbers) { singles[place].set([number]) }
    }
}

/// Reads its numbers one by one.
final class LookingCell: BrokenCell, @unchecked Sendable {
    override var numbers: [Int] { places.flatMap { singles[$0].numbers } }
}

/// Shows what it was last told, so that cells don't change at the same time.
final class UnevenCell: BrokenCell, @unchecked Sendable {
    private let latest = Guarded([Int]())
    private let line = Guarded<(any Line)?>(nil)
    required init(_ cell: any Cell, numbers: [any Cell]) {
        super.init(cell, numbers: numbers)
        let start = cell.numbers
        latest.withLock { $0 = start }
        let newLine = cell.observe { [latest] _, new in latest.withLock { $0 = new } }
        line.withLock { $0 = newLine }
    }
    override var numbers: [Int] { latest.withLock { $0 } }
}

/// Doesn't tell of every twentieth change.
final class ForgettingCell: BrokenCell, @unchecked Sendable {
    override func observe(_ receive: @escaping @Sendable (_ old: [Int], _ new: [Int]) -> Void) -> any Line {
        let count = Guarded(0)
        return cell.observe { old, new in
            let isForgotten = count.withLock {
                $0 += 1
                return $0.isMultiple(of: 20)
            }
            if !isForgotten { receive(old, new) }
        }
    }
}
