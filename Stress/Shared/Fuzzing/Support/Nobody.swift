import StressSupport
import SwiftObserver

/// Refers weakly, for as long as the process lives, to the object that stands in for authors that are dead.
///
/// That object never dies. AddressSanitizer finds what an object needs for weak references through such a reference, but not
/// through the object, and would take it for a leak.
enum Nobody {

    static func remember() {
        let speaker = Speaker()
        observe(speaker) { _, author in reference.withLock { $0.object = author } }
    }

    private static let reference = Guarded(Reference())

    private struct Reference { weak var object: AnyObject? }

    /// A messenger that sends when even its messenger is dead, since that's itself.
    private final class Speaker: Messenger<Int>, @unchecked Sendable {
        deinit { send(0) }
    }
}
