import Relay
import SwiftObserver
import SwiftObserverTesting

extension Recording<RelayProblem> {

    /// How many messages are missing, as far as was told.
    var gapCount: UInt64 {
        messages.reduce(0) { sum, problem in
            if case .gap(_, _, let count) = problem { sum + count } else { sum }
        }
    }

    /// How many messages were dropped on their way out, as far as was told.
    var droppedCount: Int {
        messages.reduce(0) { sum, problem in
            switch problem {
            case .overflow(_, let count), .cutOff(_, let count): sum + count
            default: sum
            }
        }
    }

    /// Waits for a problem, and passes over others.
    @discardableResult
    func next(
        where isWanted: (RelayProblem) -> Bool, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line
    ) async -> RelayProblem? {
        while let problem = await next(within: .hangLimit, fileID: fileID, filePath: filePath, line: line) {
            if isWanted(problem) { return problem }
        }
        return nil
    }

    /// Waits until a connection is told to be lost.
    func nextLoss(
        of use: RelayProblem.Use, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) async {
        await next(
            where: { if case .disconnected(use, _) = $0 { true } else { false } }, fileID: fileID, filePath: filePath,
            line: line)
    }
}
