import Locked
import Testing

/// All clocks and places that only a test moves on and runs, so that a failure can name those for
/// which something waits.
enum Unattended {

    private struct Entry: Sendable {

        /// The test in which it was created, if that's known.
        let test: Test.ID?

        /// Says what waits, if anything does.
        let describe: @Sendable () -> String?
    }

    /// By the identity of the state of a clock or a place.
    private static let all = Locked<[ObjectIdentifier: Entry]>([:])

    /// - Parameters:
    ///   - line: Where it was created.
    ///   - describe: Must not hold the clock or the place, only its state.
    static func add(_ state: AnyObject, at line: TestLine, _ describe: @escaping @Sendable () -> String?) {
        let id = ObjectIdentifier(state), entry = Entry(test: line.test, describe: describe)
        all.withLock { $0[id] = entry }
    }

    static func remove(_ state: AnyObject) {
        let id = ObjectIdentifier(state), removed = all.withLock { $0.removeValue(forKey: id) }
        withExtendedLifetime(removed) {}
    }

    /// Texts about those for which something waits, and which were not created in another test.
    static func texts(in line: TestLine) -> [String] {
        all.withLock { Array($0.values) }.filter { $0.test == nil || line.test == nil || $0.test == line.test }
            .compactMap { $0.describe() }.sorted()
    }
}
