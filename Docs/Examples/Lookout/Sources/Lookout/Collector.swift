import Dispatch
import SwiftObserver

/// The collecting half, which follows files, reads counters and stores rows.
final class Collector: Observer, Sendable {

    let receiver = Receiver(named: "collector")

    let configuration: Var<Configuration>
    let rows = Messenger<Row>(named: "rows")
    let machine = Var(Machine(), named: "machine")
    let health = Var(Health(), named: "health")
    let store: Store
    private let followers: Followers
    private let tasks: Tasks

    init(_ configuration: Configuration, from file: ConfigurationFile?, _ database: Database) throws(Database.Failure) {
        self.configuration = Var(configuration, named: "configuration")
        store = Store(database, health)
        followers = Followers(self.configuration, rows, Ledger(try database.entries()), health)
        tasks = Tasks()
        self.file = file
    }

    private let file: ConfigurationFile?

    /// Starts to collect. Call this after every observer that needs all rows has started to
    /// observe.
    func start() {
        store.write(rows)
        tasks.add { [followers] in await followers.run() }
        tasks.add { [configuration, machine] in await Counters(configuration: configuration, machine: machine).run() }
        if let file { tasks.add { [configuration, health] in await file.keepUp(configuration, health) } }
    }

    /// Reads the configuration again at each request, if it comes from a file.
    ///
    /// The handler runs on a queue, since reporting the result can take time.
    func reload(at requests: Messenger<Void>) {
        observe(requests).on(DispatchQueue(label: "reload")).buffering(.newest(1)).receive {
            [file, configuration, health] in
            file?.reload(configuration, health)
        }
    }

    /// Stops reading. After this returns, no row is sent.
    func stopReading() async { await tasks.end() }
}
