/// The files to follow, and the database that stores their lines.
struct Input {

    let configuration: Configuration
    let databasePath: String
    let example: Example?
    private let file: ConfigurationFile?

    init(_ options: Options) throws(Failure) {
        file = options.configuration.map { ConfigurationFile(path: $0) }
        example = file == nil && options.files.isEmpty ? try Example() : nil
        configuration = try file?.read() ?? Configuration(files: example?.files ?? options.files)
        databasePath = options.database ?? example?.database ?? "lookout.db"
    }

    func collector() throws(Failure) -> Collector {
        do {
            return try Collector(configuration, from: file, Database(databasePath))
        } catch {
            throw Failure("\(databasePath) can't be used: \(error). Choose another file with --database.")
        }
    }
}
