import StressSupport
import SwiftObserver

/// A permanent weak reference to the object that replaces dead authors.
///
/// That object never dies. AddressSanitizer finds the memory for its weak references through such a
/// reference, but not through the object. Otherwise, it would report a leak.
enum Nobody {

    static func remember() {
        let speaker = Speaker()
        observe(speaker) { _, author in reference.withLock { $0.object = author } }
    }

    private static let reference = Guarded(Reference())

    private struct Reference { weak var object: AnyObject? }

    /// A messenger that sends in its `deinit`, when its messenger, which is itself, is dead.
    private final class Speaker: Messenger<Int>, @unchecked Sendable {
        deinit { send(0) }
    }
}
