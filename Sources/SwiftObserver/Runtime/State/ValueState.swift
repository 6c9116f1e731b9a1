/// A state that is one value, which can be changed in place.
protocol ValueState {
    associatedtype Value: Equatable
    associatedtype Message

    var value: Value { get set }

    /// Increases with every change, so that a reader can tell whether the value has changed.
    var version: Int { get set }

    /// How the value depends on others, or others on the value.
    var role: DependencyRole { get set }

    /// Returns the message about a change.
    static func message(old: Value, new: Value) -> Message
}

/// The published state of a variable, or of a combination of variables.
typealias PublishedValue<State: ValueState> = PublishedState<State, State.Message>
