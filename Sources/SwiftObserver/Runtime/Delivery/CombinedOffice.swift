/// The office of a combined variable, with the variables that it combines.
final class CombinedOffice: PostOffice, @unchecked Sendable {

    private let sources: [CombinedSource]

    init(of sources: [CombinedSource]) {
        self.sources = sources
        super.init()
    }

    /// Leaves the directory here: the sources are gone when the base class's destructor runs.
    deinit { leaveDirectory() }

    override var combinedSources: [CombinedSource] { sources }
}
