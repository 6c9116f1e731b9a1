import SwiftObserver

/// Something whose messages asynchronous loops receive.
protocol LoopWire: AnyObject, Sendable {
    associatedtype Heard: AsyncSequence & Sendable where Heard.Element == Parcel, Heard.Failure == Never
    init()
    func send(_ parcel: Parcel)

    /// Starts to hear, with a buffer for so many of the newest messages or for all.
    func hear(newest limit: Int?) -> Heard
    static func droppedCount(of heard: Heard) -> Int
}

/// A message whose life is counted.
final class Parcel: Sendable {
    let stamp: Stamp
    private let counted: Counted
    init(_ stamp: Stamp, _ lives: Lives) {
        self.stamp = stamp
        counted = Counted(lives)
    }
}

/// The messages of the library.
final class SwiftObserverLoopWire: LoopWire {
    private let messenger = Messenger<Parcel>()
    func send(_ parcel: Parcel) { messenger.send(parcel) }
    func hear(newest limit: Int?) -> Messages<Parcel> {
        messenger.messages(buffering: limit.map { .newest($0) } ?? .unbounded)
    }
    static func droppedCount(of heard: Messages<Parcel>) -> Int { heard.droppedCount }
}
