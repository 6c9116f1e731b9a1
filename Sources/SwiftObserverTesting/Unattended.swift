import Locked
import Synchronization
import Testing

/// All clocks and places that only a test advances and runs.
///
/// A failure names the ones with pending alarms or blocks.
enum Unattended {

    /// A run of a test that fails if alarms or blocks are pending at its end.
    final class Scope: Sendable {}

    @TaskLocal static var scope: Scope?

    /// The entry of a clock or a place, which ends it when it's deallocated.
    final class Rest: Sendable {

        /// Where the clock or the place was created.
        fileprivate let line: TestLine

        /// The scope in which it was created.
        fileprivate let scope: Scope?

        private let describe: @Sendable () -> String?
        private let isIgnored = Atomic(false)

        /// - Parameter describe: Describes what waits, if anything does. It must not retain the
        ///   clock or the place, only its state.
        init(at line: TestLine, _ describe: @escaping @Sendable () -> String?) {
            self.line = line
            self.describe = describe
            scope = Unattended.scope
            Unattended.all.withLock { $0[ObjectIdentifier(self)] = self }
        }

        /// Accepts everything that waits.
        func ignore() { isIgnored.store(true, ordering: .relaxed) }

        /// A text about pending alarms or blocks, unless there are none or they're accepted.
        ///
        /// The description takes the lock of the state. So what began to wait after `ignore` was
        /// called is never reported.
        fileprivate var text: String? {
            guard let text = describe(), !isIgnored.load(ordering: .relaxed) else { return nil }
            return text
        }

        /// Fails the test with a text if anything waits, and leaves the list.
        func end(_ failure: @autoclosure () -> String) {
            _ = Unattended.all.withLock { $0.removeValue(forKey: ObjectIdentifier(self)) }
            if text != nil { line.fail(failure()) }
        }
    }

    private static let all = Locked<[ObjectIdentifier: Rest]>([:])

    /// Texts about pending alarms and blocks of clocks and places not created in other tests.
    static func texts(in line: TestLine) -> [String] {
        entries { $0.line.test == nil || line.test == nil || $0.line.test == line.test }
            .compactMap(\.text).sorted()
    }

    /// Fails the test at the lines that created clocks and places of the scope with pending alarms
    /// or blocks.
    static func failWhereSomethingWaits(in scope: Scope) {
        for entry in entries(where: { $0.scope === scope }) {
            if let text = entry.text { entry.line.fail("The test is over. \(text)") }
        }
    }

    /// The chosen entries. The others aren't retained, so that what they retain is deallocated by
    /// their own tests.
    private static func entries(where isChosen: (Rest) -> Bool) -> [Rest] {
        all.withLock { $0.values.filter(isChosen) }
    }
}
