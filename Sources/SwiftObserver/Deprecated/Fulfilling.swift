// Further ways in which version 6 fulfilled promises, and its name for authors. Each declaration
// names its replacement.

/// The author of a message.
@available(*, deprecated, renamed: "AnyObject")
public typealias AnyAuthor = AnyObject

extension Buffer {

    /// Fulfills the promise that is buffered.
    @available(*, deprecated, message: "Fulfill the promise itself: it remembers its value, and needs no buffer.")
    public func fulfill<Value>(_ value: Value) where Origin == Promise<Value> { currentOrigin.fulfill(value) }

    /// Fulfills the promise that is buffered, on behalf of an author.
    @available(*, deprecated, message: "Fulfill the promise itself: it remembers its value, and needs no buffer.")
    public func fulfill<Value>(_ value: Value, as author: AnyObject) where Origin == Promise<Value> {
        currentOrigin.fulfill(value, as: author)
    }
}
