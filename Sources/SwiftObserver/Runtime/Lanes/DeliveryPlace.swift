import Dispatch

/// Somewhere handlers can run: a queue, an event loop, a thread of your own.
///
/// A `DispatchQueue` is one. To observe on anything else, let it enqueue blocks:
///
/// ```swift
/// extension EventLoopThread: DeliveryPlace {
///     func enqueue(_ block: @escaping @Sendable () -> Void) { execute(block) }
/// }
///
/// dog.observe(sky, on: thread) { color in
///     // runs on that thread
/// }
/// ```
///
/// **Promise:** A place runs each block once, one at a time, first in first out, and some time after ``enqueue(_:)`` was called.
/// Then all that is said of observing on a queue holds there. All who observe on the same object share its order.
///
/// **Broken promises** endanger no memory, and no order within an observation. A place that runs two blocks at a time still
/// gets one handler at a time. One that runs a block twice has no message handled twice. Where a block is dropped, messages
/// wait for the next message that is sent to that place, and come before it. See the limitations in <doc:Guarantees>.
///
/// **Lifetime:** Who observes on a place keeps it alive until the observation has ended and nothing waits there.
///
/// **End:** A block may still be running for a moment when messages that it handled are known to be handled, and take what is
/// sent in that moment. So end an event loop after those who observe on it.
///
/// Places are `Sendable`, since blocks are enqueued from any thread. They're identified as objects. Where someone looks at what
/// waits, a place is called by its description if it's a `CustomStringConvertible`, and else by its type.
public protocol DeliveryPlace: AnyObject, Sendable {

    /// Enqueues a block behind all that were enqueued before.
    ///
    /// It's called on threads that send, without any lock of the library, and for many messages at once. It should return soon,
    /// and without having run the block, since the sender waits meanwhile. It may release the block wherever it likes. It must
    /// not send through, drain or close an observable that someone observes on this same place: that would enqueue again, and so on.
    func enqueue(_ block: @escaping @Sendable () -> Void)
}

extension DispatchQueue: DeliveryPlace {

    /// Enqueues a block, like `async`.
    public func enqueue(_ block: @escaping @Sendable () -> Void) { async(execute: block) }
}

#if !EXPLORE
    extension DeliveryPlace where Self == DispatchQueue {

        /// The queue of the main thread.
        public static var main: DispatchQueue { DispatchQueue.main }

        /// A concurrent queue of the system. Also there, handlers of the library run one at a time, in order.
        public static func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue {
            DispatchQueue.global(qos: qos)
        }
    }
#endif
