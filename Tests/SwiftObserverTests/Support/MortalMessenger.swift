import SwiftObserver

/// A messenger that tells when it dies.
final class MortalMessenger: Messenger<Int>, @unchecked Sendable {
    private let onDeath: @Sendable () -> Void

    init(onDeath: @escaping @Sendable () -> Void) {
        self.onDeath = onDeath
        super.init()
    }

    deinit { onDeath() }
}
