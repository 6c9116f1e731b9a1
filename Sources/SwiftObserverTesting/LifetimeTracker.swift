import Locked
import SwiftObserver

/// Notices objects that outlive a test.
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
/// It keeps nothing alive. If it's released while an object lives, the test fails at the line where
/// that object was tracked. It's `Sendable`.
public final class LifetimeTracker: Sendable {

    private let tracked = Locked<[Tracked]>([])

    /// An object, as long as it lives. `@unchecked Sendable` because nobody gets hold of the
    /// object.
    private struct Tracked: @unchecked Sendable {
        weak var object: AnyObject?
        let name: String
        let line: TestLine
    }

    /// Creates a tracker that tracks nothing yet.
    public init() {}

    deinit { expectAllDead() }

    /// Tracks an object, and returns it.
    ///
    /// - Parameter name: What the object is called if the test fails. By default, that's its type.
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

    /// The names of the objects that live, in the order of being tracked.
    public var alive: [String] { tracked.withLock { $0.filter { $0.object != nil }.map(\.name) } }

    /// Lets the test fail where an object was tracked that still lives, and then forgets all
    /// objects.
    public func expectAllDead() {
        let all = tracked.withLock { tracked in
            defer { tracked = [] }
            return tracked
        }
        for tracked in all where tracked.object != nil { tracked.line.fail("\(tracked.name) is still alive.") }
    }
}
