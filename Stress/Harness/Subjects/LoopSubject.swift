import SwiftObserver

/// An object whose messages asynchronous loops receive.
protocol LoopSubject: AnyObject, Sendable {
    associatedtype Heard: AsyncSequence & Sendable where Heard.Element == CountedMessage, Heard.Failure == Never
    init()
    func send(_ message: CountedMessage)

    /// Starts to receive, with a buffer for this many of the newest messages, or for all.
    func hear(newest limit: Int?) -> Heard
    static func droppedCount(of heard: Heard) -> Int
}

/// The library's messages.
final class SwiftObserverLoopMessenger: LoopSubject {
    private let messenger = Messenger<CountedMessage>()
    func send(_ message: CountedMessage) { messenger.send(message) }
    func hear(newest limit: Int?) -> Messages<CountedMessage> {
        messenger.messages(buffering: limit.map { .newest($0) } ?? .unbounded)
    }
    static func droppedCount(of heard: Messages<CountedMessage>) -> Int { heard.droppedCount }
}
