import Synchronization

/// The version and the edges of a variable or a combination that derived values depend on.
///
/// `@unchecked Sendable` because the lock of the value guards what isn't atomic.
class ValueRecord: @unchecked Sendable {

    /// Counts the changes.
    ///
    /// It's stored under the lock of the value, before anything about the change is posted. So a
    /// thread that a message has told about the change finds the new version.
    ///
    /// Stores and loads are sequentially consistent. Otherwise, each of two threads could change a
    /// variable, and then find that a result of the other one's variable is current.
    private let atomicVersion = Atomic(0)

    final var version: Int {
        @inline(__always)
        get { atomicVersion.load(ordering: .sequentiallyConsistent) }
    }

    /// The edges to live nodes.
    @exclusivity(unchecked)
    final var edges = Edges()

    /// Counts a change. Call this under the lock of the value.
    @inline(__always)
    final func countChange() {
        atomicVersion.store(atomicVersion.load(ordering: .relaxed) &+ 1, ordering: .sequentiallyConsistent)
    }
}
