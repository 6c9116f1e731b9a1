// Names of buffers in later programs of version 6. Each declaration names its replacement.

/// An observable that has a latest message.
@available(*, deprecated, renamed: "BufferedObservable")
public typealias ObservableCache = BufferedObservable

/// Any message.
@available(*, deprecated, message: "Delete this: any type of message can be buffered.")
public typealias CachableMessage = Any

extension EarlierObservable {

    /// Creates an observable that remembers the latest message.
    @available(*, deprecated, renamed: "buffer()")
    @_disfavoredOverload
    public func cache(file: StaticString = #fileID, line: UInt = #line) -> Buffer<Self, Message> {
        buffer(file: file, line: line)
    }

    /// Creates an observable that remembers the latest message, which is already optional.
    ///
    /// The type of the message stays the same.
    @available(*, deprecated, renamed: "buffer()")
    public func cache<Wrapped>(file: StaticString = #fileID, line: UInt = #line) -> Buffer<Self, Wrapped>
    where Message == Wrapped? {
        buffer(file: file, line: line)
    }
}
