import Dispatch

/// A place where handlers can run: a queue, an event loop, or a thread of your own.
///
/// A `DispatchQueue` is a place. To observe on anything else, let it enqueue blocks:
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
/// **Rules:** A place runs each block once, one at a time, first in first out, and some time after
/// ``enqueue(_:)`` was called. Then everything that holds for observing on a queue holds there. All
/// observers on the same object share its order.
///
/// **Violations:** A place that violates these rules can't corrupt memory, or break the order
/// within an observation. If it runs two blocks at a time, handlers still run one at a time. If it
/// runs a block twice, no message is handled twice. If it drops a block, messages wait for the next
/// message that is sent to that place, and come before it. See <doc:Limitations>.
///
/// **Lifetime:** An observation on a place keeps the place alive until the observation has ended
/// and nothing waits there.
///
/// **End:** A block may still run for a moment after its messages are known to be handled. It may
/// then handle messages that are sent in that moment. So end an event loop after the observers on
/// it.
///
/// Places are `Sendable`, because blocks are enqueued from any thread. They're identified as
/// objects. Inspections name a place by its description if it's a `CustomStringConvertible`, and
/// otherwise by its type.
public protocol DeliveryPlace: AnyObject, Sendable {

    /// Enqueues a block after all blocks that were enqueued before.
    ///
    /// The library calls it on threads that send, without any lock of the library, and once for
    /// many messages. It should return soon, and without having run the block, because the sender
    /// waits meanwhile. It may release the block on any thread.
    ///
    /// It must not send through, drain or close an observable that is observed on this same place:
    /// that would enqueue again, and so on.
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

        /// A concurrent queue of the system. On it, too, handlers run one at a time, in order.
        public static func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue {
            DispatchQueue.global(qos: qos)
        }
    }
#endif
