import Relay
import SwiftObserver
import SwiftObserverTesting

extension Recording<RelayProblem> {

    /// The number of messages that are reported as missing.
    var gapCount: UInt64 {
        messages.reduce(0) { sum, problem in
            if case .gap(_, _, let count) = problem { sum + count } else { sum }
        }
    }

    /// The number of messages that are reported as dropped before they were published.
    var droppedCount: Int {
        messages.reduce(0) { sum, problem in
            switch problem {
            case .overflow(_, let count), .cutOff(_, let count): sum + count
            default: sum
            }
        }
    }

    /// Waits for a problem, and ignores others.
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

    /// Waits for the report that a connection is lost.
    func nextLoss(
        of use: RelayProblem.Use, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) async {
        await next(
            where: { if case .disconnected(use, _) = $0 { true } else { false } }, fileID: fileID, filePath: filePath,
            line: line)
    }
}
