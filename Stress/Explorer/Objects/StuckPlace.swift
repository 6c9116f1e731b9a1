import SwiftObserver

/// A client's place that runs no block before the scenario is over.
final class StuckPlace: DeliveryPlace, @unchecked Sendable {

    private var blocks: [@Sendable () -> Void] = []

    func enqueue(_ block: @escaping @Sendable () -> Void) { blocks.append(block) }

    func goOn() { for block in blocks { block() } }
}
