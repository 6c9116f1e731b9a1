/// The message of a variable, with the old and the new value.
///
/// If `old` and `new` are equal, nothing has changed. A variable sends such an update when you ask
/// it to send, or when an observation starts with its latest message. A combined observation
/// receives one for each variable that doesn't trigger the call.
///
/// An update is `Sendable`, `Equatable`, `Hashable`, `Encodable` and `Decodable` if its value is.
public struct Update<Value> {

    /// The value before the change.
    public let old: Value

    /// The value after the change.
    public let new: Value

    /// Creates an update.
    public init(_ old: Value, _ new: Value) {
        self.old = old
        self.new = new
    }
}

extension Update {

    /// Creates an update in which both values are `nil`.
    public init<Wrapped>() where Value == Wrapped? {
        self.init(nil, nil)
    }
}

extension Update: SettlingMessage {

    static var settler: AnyObject { UpdateSettler<Value>() }
}

/// Makes `old` equal to `new` in calls that the update doesn't trigger.
private final class UpdateSettler<Value>: Settler<Update<Value>>, @unchecked Sendable {

    override func settle(_ update: inout Update<Value>) { update = Update(update.new, update.new) }
}

extension Update: Mergeable {

    /// An update from the `old` value of the first one to the `new` value of the last one.
    public static var merging: Merging<Update> { Merging { Update($0.old, $1.new) } }
}

extension Update: Sendable where Value: Sendable {}
extension Update: Equatable where Value: Equatable {}
extension Update: Hashable where Value: Hashable {}
extension Update: Encodable where Value: Encodable {}
extension Update: Decodable where Value: Decodable {}
