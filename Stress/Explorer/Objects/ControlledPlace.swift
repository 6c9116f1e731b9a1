import SwiftObserver

/// A place of a client. Anything may happen right before it enqueues a block.
final class ControlledPlace: Counted, DeliveryPlace, @unchecked Sendable {

    private let queue: DispatchQueue
    private let times: Int

    /// - Parameter isWild: Whether it breaks its promise: each block is run twice, and not one after the other.
    init(isWild: Bool = false) {
        queue = DispatchQueue(label: "place", attributes: isWild ? .concurrent : .serial)
        times = isWild ? 2 : 1
        super.init("place")
    }

    func enqueue(_ block: @escaping @Sendable () -> Void) {
        Explorer.shared.foreign("enqueue a block")
        for _ in 0..<times { queue.async(execute: block) }
    }
}
