import SwiftObserver

package final class MeasuredObserver: Observer, Sendable {
    package let receiver = Receiver()
    package init() {}
}

/// The sum that all handlers change. Nothing reads it before everything is over.
nonisolated(unsafe) var sum = 0
package let handle: @Sendable (Int) -> Void = { sum &+= $0 }
