/// What a variable sends: an ``Update``, and nothing else conforms.
public protocol ValueUpdate<Value> {

    /// What is updated.
    associatedtype Value

    /// The new value.
    var new: Value { get }
}

extension Update: ValueUpdate {}

extension BufferedView where Message: ValueUpdate {

    /// The current value of the variable that the view lets observe.
    public var value: Message.Value { latestMessage.new }
}
