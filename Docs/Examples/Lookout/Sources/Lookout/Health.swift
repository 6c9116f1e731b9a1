/// What isn't as it should be. It's all nothing if all is well.
struct Health: Sendable, Equatable, Codable {

    /// Why rows can't be stored at present.
    var store: String?

    /// Why the latest configuration isn't used.
    var configuration: String?

    /// Why files can't be followed, by path.
    var files: [String: String] = [:]

    /// What the connection to another process lacks.
    var relay: String?
}
