import SwiftObserverTesting
import Testing

extension Recording where Message: Equatable {

    /// Expects these messages next, in that order. It stops at the first one that doesn't arrive.
    func expectNext(
        _ messages: some Sequence<Message>, within duration: Duration = .hangLimit,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        for expected in messages {
            let message = await next(within: duration)
            if message == expected { continue }
            Issue.record(
                "\(expected) is expected next, and not \(message.map { "\($0)" } ?? "nothing")",
                sourceLocation: sourceLocation)
            ignoreRest()
            return
        }
    }
}
