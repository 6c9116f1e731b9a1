/// The office of a combined variable, which knows the variables that it combines.
final class CombinedOffice: PostOffice, @unchecked Sendable {

    private let sources: [CombinedSource]

    init(of sources: [CombinedSource]) {
        self.sources = sources
        super.init()
    }

    /// The sources are gone when the destructor of the base class runs, so this comes before it.
    deinit { leaveDirectory() }

    override var combinedSources: [CombinedSource] { sources }
}
