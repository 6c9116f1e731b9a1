import SwiftObserver

/// An observable that sends in its own `deinit`.
final class DyingSender: Counted, Observable, @unchecked Sendable {
    let messenger = Messenger<Memo>()
    override class var isDeathStep: Bool { true }
    deinit { send(Memo(99)) }
}
