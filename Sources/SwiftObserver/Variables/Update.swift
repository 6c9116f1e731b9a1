/// Tells of a change of a value, or that a value is still the same.
///
/// When `old` and `new` are equal, nothing has changed: then someone asked a variable to send, or pulled its latest
/// message. An update is `Sendable`, `Equatable`, `Hashable`, `Encodable` and `Decodable` if its value is.
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

/// In calls that the update doesn't trigger, the value is still the same.
private final class UpdateSettler<Value>: Settler<Update<Value>>, @unchecked Sendable {

    override func settle(_ update: inout Update<Value>) { update = Update(update.new, update.new) }
}

extension Update: Mergeable {

    /// From the `old` value of the first update to the `new` value of the last.
    public static var merging: Merging<Update> { Merging { Update($0.old, $1.new) } }
}

extension Update: Sendable where Value: Sendable {}
extension Update: Equatable where Value: Equatable {}
extension Update: Hashable where Value: Hashable {}
extension Update: Encodable where Value: Encodable {}
extension Update: Decodable where Value: Decodable {}
