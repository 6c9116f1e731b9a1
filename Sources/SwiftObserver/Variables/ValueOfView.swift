/// The message of a variable. Only ``Update`` conforms.
public protocol ValueUpdate<Value> {

    /// The type of the value.
    associatedtype Value

    /// The new value.
    var new: Value { get }
}

extension Update: ValueUpdate {}

extension BufferedView where Message: ValueUpdate {

    /// The current value of the variable that is observed through the view.
    public var value: Message.Value { latestMessage.new }
}
