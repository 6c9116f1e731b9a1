/// The current problems. All properties are empty if there are none.
struct Health: Sendable, Equatable, Codable {

    /// The reason why rows can't be stored at present.
    var store: String?

    /// The reason why the latest configuration isn't used.
    var configuration: String?

    /// The reasons why files can't be followed, by path.
    var files: [String: String] = [:]

    /// The problem of the connection to another process.
    var relay: String?
}
