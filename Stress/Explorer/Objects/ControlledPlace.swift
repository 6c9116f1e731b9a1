import SwiftObserver

/// A place of a client. Other threads may run right before it enqueues a block.
final class ControlledPlace: Counted, DeliveryPlace, @unchecked Sendable {

    private let queue: DispatchQueue
    private let times: Int

    /// - Parameter isWild: `true` to break the rules: each block runs twice, and blocks can
    ///   overlap.
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
