/// The office of an observable that has a name. Other offices need no memory for a name.
final class NamedOffice: PostOffice, @unchecked Sendable {

    private let givenName: String

    init(named name: String, on lane: Lane?) {
        givenName = name
        super.init(on: lane)
    }

    /// Leaves the directory here: the name is gone when the base class's destructor runs.
    deinit { leaveDirectory() }

    override var name: String? { givenName }
}
