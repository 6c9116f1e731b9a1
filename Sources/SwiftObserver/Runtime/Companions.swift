/// Observations that end together, like the parts of a combined observation.
final class Companions: Sendable {

    private let members = Protected([AnyObservation]?.some([]))

    /// Adds an observation before it starts, and tells whether it may start.
    func add(_ observation: AnyObservation) -> Bool {
        members.withLock { members in
            members?.append(observation)
            return members != nil
        }
    }

    /// Ends all members.
    func end() {
        members.exchange(nil)?.forEach { $0.end() }
    }
}
