/// One observation, as the one who started it can refer to it.
///
/// Whatever starts an observation returns its handle. Mostly nobody needs that, and it's just discarded: nothing has to be
/// held for the observation to go on. It's there to end exactly this observation, where an observer has several handlers or
/// where there's none but the free observer:
///
/// ```swift
/// let handle = observe(sky) { color in print(color) }
/// handle.stopObserving()
/// ```
///
/// **Lifetime:** A handle keeps nobody alive, neither the observer nor the observable nor the handler. To drop it ends
/// nothing. When the observation has ended, for whatever reason, only ``stopObservingAndWait(within:)`` still does something: it
/// waits for a handler that is running.
///
/// **Threads:** A handle is a `Sendable` value, and all functions may be called from any thread, also in handlers. Handles are
/// equal if they refer to the same observation, so they can be kept in a set. The handle of an observation that could not start, since
/// the observer was gone or the observable was closed, is never active, and may be equal to others of that kind.
public struct ObservationHandle: Sendable, Hashable {

    private let reference: Reference

    private enum Reference {

        /// An observation that started at a position in the order of an office. No other one has that position.
        case position(Position, PostOffice)

        /// All members of a group: the parts of a combined observation, or one that starts later.
        case group(ObservationGroup)

        /// One that could not start.
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

    /// Whether the observation has not ended. It has when either side has died, at the latest as soon as that side's last
    /// words are handled.
    ///
    /// - Complexity: O(log n) in observations of the observable, unless many of them have just ended.
    public var isActive: Bool {
        switch reference {
        case .position(let position, let office): office.observation(startedAt: position) != nil
        case .group(let group): group.isActive
        case .nothing: false
        }
    }

    /// Ends the observation, if it has not ended. For what that means, see ``Observer/stopObserving(_:)``.
    ///
    /// - Complexity: O(log n) in observations of the observable, unless many of them have just ended.
    public func stopObserving() {
        switch reference {
        case .position(let position, let office): office.observation(startedAt: position)?.end()
        case .group(let group): group.end()
        case .nothing: break
        }
    }

    /// Ends the observation, and blocks the calling thread until its handler isn't running. For details, see
    /// ``Observer/stopObservingAndWait(_:within:)``.
    ///
    /// If the observation ended before, this waits for its handler, or for all handlers of the
    /// observable that may have been running since then.
    @available(*, noasync, message: "Await the asynchronous stopObservingAndWait, which doesn't block a thread.")
    @discardableResult
    public func stopObservingAndWait(within duration: Duration = .seconds(Int64.max)) -> Bool {
        endRequest?.wait(atMost: duration) ?? true
    }

    /// Ends the observation, and suspends the task until its handler isn't running. For details, see
    /// ``Observer/stopObservingAndWait(_:within:isolation:)``.
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

    /// Tells whether both refer to the same observation.
    public static func == (left: ObservationHandle, right: ObservationHandle) -> Bool {
        switch (left.reference, right.reference) {
        case (.position(let left, let leftOffice), .position(let right, let rightOffice)):
            left == right && leftOffice === rightOffice
        case (.group(let left), .group(let right)): left === right
        case (.nothing, .nothing): true
        default: false
        }
    }

    /// Hashes what the handle refers to.
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
