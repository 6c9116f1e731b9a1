import Locked
import SwiftObserver

/// Finds objects that outlive a test.
///
/// ```swift
/// let lifetimes = LifetimeTracker()
/// do {
///     let dog = lifetimes.track(Dog())
///     dog.observe(sky) { … }
/// }
/// lifetimes.expectAllDead()
/// ```
///
/// It retains no objects. If it's deallocated while an object is alive, the test fails at the line
/// that tracked the object. It's `Sendable`.
public final class LifetimeTracker: Sendable {

    private let tracked = Locked<[Tracked]>([])

    /// A tracked object, as long as it's alive.
    ///
    /// `@unchecked Sendable` because no code can access the object.
    private struct Tracked: @unchecked Sendable {
        weak var object: AnyObject?
        let name: String
        let line: TestLine
    }

    /// Creates a tracker without objects.
    public init() {}

    deinit { expectAllDead() }

    /// Tracks an object, and returns it.
    ///
    /// - Parameter name: The name of the object if the test fails. By default, that's its type.
    @discardableResult
    public func track<Object: AnyObject>(
        _ object: Object, _ name: String? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line
    ) -> Object {
        let tracked = Tracked(
            object: object, name: name ?? "\(Object.self)", line: TestLine(fileID, filePath, line))
        self.tracked.withLock { $0.append(tracked) }
        return object
    }

    /// The names of the living objects, in the order in which they were tracked.
    public var alive: [String] { tracked.withLock { $0.filter { $0.object != nil }.map(\.name) } }

    /// Fails the test for each tracked object that is alive, and then forgets all objects.
    ///
    /// The test fails at the line that tracked the object.
    public func expectAllDead() {
        let all = tracked.withLock { tracked in
            defer { tracked = [] }
            return tracked
        }
        for tracked in all where tracked.object != nil { tracked.line.fail("\(tracked.name) is still alive.") }
    }
}
