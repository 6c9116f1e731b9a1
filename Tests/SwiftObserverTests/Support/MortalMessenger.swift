import SwiftObserver

/// A messenger that calls a closure when it's deallocated.
final class MortalMessenger: Messenger<Int>, @unchecked Sendable {
    private let onDeath: @Sendable () -> Void

    init(onDeath: @escaping @Sendable () -> Void) {
        self.onDeath = onDeath
        super.init()
    }

    deinit { onDeath() }
}
