import Dispatch
import SwiftObserver
import Synchronization

/// Writes rows to the database, in batches, on its own queue.
///
/// If the disk is full, it keeps the batch and tries again.
///
/// `@unchecked Sendable` because the database is only used on the queue.
final class Store: Observer, @unchecked Sendable {

    let receiver = Receiver(named: "store")

    /// The number of rows that this process has stored.
    let stored = Var(0, named: "stored")

    private let queue = DispatchQueue(label: "store")
    private let database: Database
    private let health: Var<Health>
    private let mayGiveUp = Atomic(false)
    private let wake = DispatchSemaphore(value: 0)
    private let unstored = Atomic(0)

    init(_ database: Database, _ health: Var<Health>) { (self.database, self.health) = (database, health) }

    func write(_ rows: Messenger<Row>) {
        observe(rows).on(queue).batches(upTo: 500).receive { [unowned self] batch in write(batch) }
    }

    /// Allows the store to drop rows that it can't store, because the program ends.
    ///
    /// The next run reads them again.
    func giveUp() {
        mayGiveUp.store(true, ordering: .releasing)
        wake.signal()
    }

    /// The number of rows that it had to drop.
    var unstoredCount: Int { unstored.load(ordering: .acquiring) }

    private func write(_ batch: [Row]) {
        // After a dropped batch, nothing may be stored. Otherwise, the next run wouldn't read the
        // missing rows.
        while unstoredCount == 0 {
            do throws(Database.Failure) {
                try database.store(batch)
                stored.value += batch.count
                if health.value.store != nil { health.value.store = nil }
                return
            } catch {
                health.value.store = "\(batch.count) rows can't be stored: \(error)"
                if mayGiveUp.load(ordering: .acquiring) { break }
                _ = wake.wait(timeout: .now() + .milliseconds(250))
            }
        }
        unstored.add(batch.count, ordering: .acquiringAndReleasing)
    }
}
