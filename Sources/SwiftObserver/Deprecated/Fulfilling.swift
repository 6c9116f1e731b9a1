// How version 6 also fulfilled promises, and what it called an author. Each declaration names today's way.

/// Who a message is from.
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
