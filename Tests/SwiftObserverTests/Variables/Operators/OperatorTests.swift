import SwiftObserver
import Testing

/// Common properties of all operators, on all pairs of the six forms of operands.
@Suite struct OperatorTests {

    @Test(arguments: operations)
    func `the result is that of the plain values, and nil counts as zero or the empty text`(
        _ operation: any AnyOperation
    ) throws {
        try checkResults(of: operation)
    }

    private func checkResults<Plain: PlainOperand & Sendable>(of operation: some AnyOperation<Plain>) throws {
        for (left, right, lacksVariable) in operation.values {
            let result = operation.plain(left ?? .valueOfNil, right ?? .valueOfNil)
            let operands = Operands(left, right, sixthLacksVariable: lacksVariable)
            let lefts = operands.lefts, rights = operands.rights, results = operation.results(operands)
            try #require(results.count == 36)
            for (index, found) in results.enumerated() { try #require(found == result, "\(pair(index))") }
            try #require(operands.lefts == lefts && operands.rights == rights)
        }
    }

    @Test(arguments: operations)
    func `assigning changes the left operand only, which sends one update if that is a change`(
        _ operation: any AnyOperation
    ) throws {
        try checkAssignments(of: operation)
    }

    private func checkAssignments<Plain: PlainOperand & Sendable>(of operation: some AnyOperation<Plain>) throws {
        for (left, right, lacksVariable) in operation.values {
            let result = operation.plain(left ?? .valueOfNil, right ?? .valueOfNil)
            for index in 0..<36 {
                let operands = Operands(left, right, sixthLacksVariable: lacksVariable), dog = Dog(), form = index / 6
                let lefts = operands.lefts, rights = operands.rights, log = operands.observe(by: dog)
                let assignments = operation.assignments(operands)
                try #require(assignments.count == 36)
                assignments[index]()
                var expected = lefts
                if !operands.missing.contains(form) { expected[form] = result }
                let isUpdate = form > 1 && expected[form] != lefts[form]
                let sending = Sending(form: form, old: lefts[form], new: expected[form], isByVariable: true)
                try #require(operands.lefts == expected, "\(pair(index))")
                try #require(operands.rights == rights, "\(pair(index))")
                try #require(log.values == (isUpdate ? [sending] : []), "\(pair(index))")
            }
        }
    }

    private func pair(_ index: Int) -> String { "l\(index / 6), r\(index % 6)" }
}
