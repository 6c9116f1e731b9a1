import Dispatch
import SwiftObserver

/// A delivery on a thread of its own, which a handler blocks until the test lets it end.
///
/// Observers that started before this object was created are called before the blocking handler.
/// Observers that started later are called after it.
final class HeldDelivery: Sendable {

    private let messenger: Messenger<Int>
    private let observer = FreeObserver()
    private let handlerBegan = Gate(), handlerMayEnd = Gate(), sendReturned = Gate()

    /// Blocks the delivery of the message 0.
    init(on messenger: Messenger<Int>) {
        self.messenger = messenger
        observer.observe(messenger) { [handlerBegan, handlerMayEnd] message in
            guard message == 0 else { return }
            handlerBegan.open()
            handlerMayEnd.pass()
        }
    }

    /// Sends 0 on another thread, and returns when that thread is blocked.
    func begin() -> Bool {
        DispatchQueue(label: "held delivery").async { [messenger, sendReturned] in
            messenger.send(0)
            sendReturned.open()
        }
        return handlerBegan.pass()
    }

    /// Releases the blocked thread, and returns when its `send` has returned.
    func end() -> Bool {
        handlerMayEnd.open()
        return sendReturned.pass()
    }
}
