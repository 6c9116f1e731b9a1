import Locked
import Testing

/// All clocks and places that only a test moves on and runs, so that a failure can name those for
/// which something waits.
enum Unattended {

    /// A run of a test that is to fail if something waits when it's over.
    final class Scope: Sendable {}

    @TaskLocal static var scope: Scope?

    private struct Entry: Sendable {

        /// Where it was created.
        let line: TestLine

        /// In which scope that was.
        let scope: Scope?

        /// Says what waits, if anything does.
        let describe: @Sendable () -> String?
    }

    /// By the identity of the state of a clock or a place.
    private static let all = Locked<[ObjectIdentifier: Entry]>([:])

    /// - Parameters:
    ///   - line: Where it was created.
    ///   - describe: Must not hold the clock or the place, only its state.
    static func add(_ state: AnyObject, at line: TestLine, _ describe: @escaping @Sendable () -> String?) {
        let id = ObjectIdentifier(state), entry = Entry(line: line, scope: scope, describe: describe)
        all.withLock { $0[id] = entry }
    }

    static func remove(_ state: AnyObject) {
        let id = ObjectIdentifier(state), removed = all.withLock { $0.removeValue(forKey: id) }
        withExtendedLifetime(removed) {}
    }

    /// Texts about those for which something waits, and which were not created in another test.
    static func texts(in line: TestLine) -> [String] {
        entries { $0.line.test == nil || line.test == nil || $0.line.test == line.test }
            .compactMap { $0.describe() }.sorted()
    }

    /// Lets the test fail where a clock or a place of the scope was created for which something waits.
    static func failWhereSomethingWaits(in scope: Scope) {
        for entry in entries(where: { $0.scope === scope }) {
            if let text = entry.describe() { entry.line.fail("The test is over. \(text)") }
        }
    }

    /// The chosen entries. The others aren't retained, so that what they retain is deallocated by
    /// their own tests.
    private static func entries(where isChosen: (Entry) -> Bool) -> [Entry] {
        all.withLock { $0.values.filter(isChosen) }
    }
}
