import SwiftObserver

package final class MeasuredObserver: Observer, Sendable {
    package let receiver = Receiver()
    package init() {}
}

/// What all handlers do. Nothing reads it before everything is over.
nonisolated(unsafe) var sum = 0
package let handle: @Sendable (Int) -> Void = { sum &+= $0 }
