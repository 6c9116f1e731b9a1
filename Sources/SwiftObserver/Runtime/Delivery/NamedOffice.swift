/// The office of an observable that has a name. All others need no memory for that.
final class NamedOffice: PostOffice, @unchecked Sendable {

    private let givenName: String

    init(named name: String, on lane: Lane?) {
        givenName = name
        super.init(on: lane)
    }

    /// The name is gone when the destructor of the base class runs, so this comes before it.
    deinit { leaveDirectory() }

    override var name: String? { givenName }
}
