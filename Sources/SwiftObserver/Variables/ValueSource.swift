/// A source that has a value: a ``Variable``, a ``Derived`` value, or a ``BufferedView`` of one.
///
/// You can pass it to the initializers of ``Derived``. A class of yours can conform if it returns
/// the ``MessageSource/sourceMessenger`` of a variable or a derived value with that type of value.
public protocol ValueSource<Value>: BufferedMessageSource {

    /// The type of the value.
    associatedtype Value: Equatable

    /// The current value.
    var value: Value { get }
}

extension Variable: ValueSource {}

extension BufferedView: ValueSource where Message: ValueUpdate, Message.Value: Equatable {

    /// The type of the value of the variable that is observed through the view.
    public typealias Value = Message.Value
}

extension ValueSource {

    /// The source in the graph of derived values.
    var nodeSource: NodeSource {
        guard Message.self == Update<Value>.self, let source = sourceMessenger.messenger.nodeSource else {
            Misuse.sourceWithoutValue.stop()
        }
        return source
    }
}
