/// Fulfills a promise that was made of another observable.
///
/// Only handlers retain it. When their observations have ended, for whatever reason, the promise
/// can no longer be fulfilled. It's then abandoned, even if it's still retained, so that no code
/// waits for it forever.
final class Resolver<Value>: Sendable {

    private let unchecked: UncheckedSendable<Promise<Value>>

    init(of promise: Promise<Value>) { unchecked = UncheckedSendable(promise) }

    func fulfill(_ value: Value, as author: AnyObject) { unchecked.value.dispatch(value, from: author) }

    /// Fulfills the promise with the next message of an observable.
    func fulfillWithNext<O: MessageSource & SendableMetatype>(of observable: O) where O.Message == Value {
        observeOnce(observable, at: nil) { end in .messageWithAuthor { if end() { self.fulfill($0, as: $1) } }
        }
    }

    deinit { Trampoline.perform(unchecked.value) { $0.abandon() } }
}
