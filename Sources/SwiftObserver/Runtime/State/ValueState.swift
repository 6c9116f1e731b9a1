/// A state that is one value, which can be changed in place.
protocol ValueState {
    associatedtype Value: Equatable
    associatedtype Message

    var value: Value { get set }

    /// Grows with every change, so that one who read the value can tell whether it's still the same.
    var version: Int { get set }

    /// How the value depends on others, or others on the value.
    var role: DependencyRole { get set }

    /// The message that tells of a change.
    static func message(old: Value, new: Value) -> Message
}

/// The published state of a variable, or of a combination of variables.
typealias PublishedValue<State: ValueState> = PublishedState<State, State.Message>
