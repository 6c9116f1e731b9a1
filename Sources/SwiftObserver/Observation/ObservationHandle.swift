/// Refers to one observation, and can end it.
///
/// All functions that start an observation return its handle. You needn't store it: the observation
/// continues without it. Use it to end exactly this observation, if the observer has several
/// handlers or is the free observer:
///
/// ```swift
/// let handle = observe(sky) { color in print(color) }
/// handle.stopObserving()
/// ```
///
/// **Lifetime:** A handle retains neither the observer, nor the observable, nor the handler.
/// Dropping it ends nothing. After the observation has ended, for whatever reason, only
/// ``stopObservingAndWait(within:)`` still has an effect: it waits for a handler that is running.
///
/// **Threads:** A handle is a `Sendable` value. You can call all functions from any thread,
/// including in handlers.
///
/// Handles are equal if they refer to the same observation, so you can store them in a set. If the
/// observer has been deallocated or the observable is closed, the observation can't start. The
/// handle of such an observation is never active, and may be equal to other such handles.
public struct ObservationHandle: Sendable, Hashable {

    private let reference: Reference

    private enum Reference {

        /// An observation, by the position in the order of an office at which it started.
        ///
        /// No other observation has that position.
        case position(Position, PostOffice)

        /// All members of a group: the parts of a combined observation, or one that starts later.
        case group(ObservationGroup)

        /// An observation that couldn't start.
        case nothing
    }

    /// Refers to an observation after its start.
    init(to observation: AnyObservation, at office: PostOffice) {
        if let group = observation.group ?? observation.startGroup {
            reference = .group(group)
        } else {
            reference = observation.start > 0 ? .position(observation.start, office) : .nothing
        }
    }

    /// Refers to all members of a group.
    init(to group: ObservationGroup) { reference = .group(group) }

    /// `true` if the observation has not ended.
    ///
    /// It has ended if either side was deallocated, at the latest when the last messages of that
    /// side have been handled.
    ///
    /// - Complexity: O(log n) in the number of observations of the observable, unless many of them
    ///   have just ended.
    public var isActive: Bool {
        switch reference {
        case .position(let position, let office): office.observation(startedAt: position) != nil
        case .group(let group): group.isActive
        case .nothing: false
        }
    }

    /// Ends the observation, unless it has already ended.
    ///
    /// For details, see ``Observer/stopObserving(_:)``.
    ///
    /// - Complexity: O(log n) in the number of observations of the observable, unless many of them
    ///   have just ended.
    public func stopObserving() {
        switch reference {
        case .position(let position, let office): office.observation(startedAt: position)?.end()
        case .group(let group): group.end()
        case .nothing: break
        }
    }

    /// Ends the observation, and blocks the calling thread until its handler isn't running.
    ///
    /// For details, see ``Observer/stopObservingAndWait(_:within:)``.
    ///
    /// If the observation ended before, this waits for its handler, or for all handlers of the
    /// observable that may have been running since then.
    @available(*, noasync, message: "Await the asynchronous stopObservingAndWait, which doesn't block a thread.")
    @discardableResult
    public func stopObservingAndWait(within duration: Duration = .seconds(Int64.max)) -> Bool {
        endRequest?.wait(atMost: duration) ?? true
    }

    /// Ends the observation, and suspends the task until its handler isn't running.
    ///
    /// For details, see ``Observer/stopObservingAndWait(_:within:isolation:)``.
    @discardableResult
    public func stopObservingAndWait(
        within duration: Duration = .seconds(Int64.max), isolation: isolated (any Actor)? = #isolation
    ) async -> Bool {
        await endRequest?.wait(atMost: duration, isolation: isolation) ?? true
    }

    private var endRequest: EndRequest? {
        switch reference {
        case .position(let position, let office):
            EndRequest(of: office.observation(startedAt: position, isEndIncluded: true), at: office)
        case .group(let group): EndRequest(of: group)
        case .nothing: nil
        }
    }

    /// Returns whether both handles refer to the same observation.
    public static func == (left: ObservationHandle, right: ObservationHandle) -> Bool {
        switch (left.reference, right.reference) {
        case (.position(let left, let leftOffice), .position(let right, let rightOffice)):
            left == right && leftOffice === rightOffice
        case (.group(let left), .group(let right)): left === right
        case (.nothing, .nothing): true
        default: false
        }
    }

    /// Hashes the reference to the observation.
    public func hash(into hasher: inout Hasher) {
        switch reference {
        case .position(let position, let office):
            hasher.combine(office.identity)
            hasher.combine(position)
        case .group(let group): hasher.combine(ObjectIdentifier(group))
        case .nothing: break
        }
    }
}
