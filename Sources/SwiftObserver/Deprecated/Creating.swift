// Further ways in which version 6 created transforms. Each declaration names its replacement.

extension Map {

    /// Creates an observable that transforms each message.
    @available(*, deprecated, message: "Write `origin.map { … }`.")
    public convenience init(
        _ origin: Origin, file: StaticString = #fileID, line: UInt = #line,
        _ map: @escaping @Sendable (Origin.Message) -> Mapped
    ) {
        self.init(origin, at: StartPoint(Origin.self, file, line), map)
    }
}

extension Filter {

    /// Creates an observable that sends only the messages that fulfill a condition.
    @available(*, deprecated, message: "Write `origin.filter { … }`.")
    public convenience init(
        _ origin: Origin, file: StaticString = #fileID, line: UInt = #line,
        _ condition: @escaping @Sendable (Origin.Message) -> Bool
    ) {
        self.init(origin, at: StartPoint(Origin.self, file, line), condition)
    }
}

extension FilterAuthor {

    /// Creates an observable that sends only messages whose author fulfills a condition.
    @available(*, deprecated, message: "Write `origin.filterAuthor { … }`.")
    public convenience init(
        _ origin: Origin, file: StaticString = #fileID, line: UInt = #line,
        _ condition: @escaping @Sendable (AnyObject) -> Bool
    ) {
        self.init(origin, at: StartPoint(Origin.self, file, line), rule: .passing(from: condition))
    }
}

extension Unwrap where Origin.Message == Wrapped? {

    /// Creates an observable that unwraps messages and drops `nil`.
    @available(*, deprecated, message: "Write `origin.unwrap()`.")
    public convenience init(_ origin: Origin, file: StaticString = #fileID, line: UInt = #line) {
        self.init(origin, at: StartPoint(Origin.self, file, line), rule: .compactMapping { $0 })
    }
}

extension Select where Origin.Message: Equatable & SendableMetatype {

    /// Creates an observable that sends, without content, when its origin sends a given message.
    @available(*, deprecated, message: "Write `origin.select(message)`.")
    public convenience init(
        _ origin: Origin, _ message: sending Origin.Message, file: StaticString = #fileID, line: UInt = #line
    ) {
        let rule = Rule<Origin.Message, Void>.selecting(message)
        self.init(origin, at: StartPoint(Origin.self, file, line), rule: rule)
    }
}

extension Buffer {

    /// Creates an observable that remembers the latest message.
    @available(*, deprecated, message: "Write `origin.buffer()`.")
    @_disfavoredOverload
    public convenience init(_ origin: Origin, file: StaticString = #fileID, line: UInt = #line)
    where Origin.Message == Wrapped {
        self.init(origin, at: StartPoint(Origin.self, file, line)) { $0 }
    }

    /// Creates an observable that remembers the latest message, which is already optional.
    ///
    /// The type of the message stays the same.
    @available(*, deprecated, message: "Write `origin.buffer()`.")
    public convenience init(_ origin: Origin, file: StaticString = #fileID, line: UInt = #line)
    where Origin.Message == Wrapped? {
        self.init(origin, at: StartPoint(Origin.self, file, line)) { $0 }
    }
}

// MARK: - Renamed

/// Transforms each message.
@available(*, unavailable, renamed: "Map")
public typealias Mapper = Map

/// Passes on the messages of its origin that are not `nil`.
@available(*, unavailable, renamed: "Unwrap")
public typealias Unwrapper = Unwrap

/// Passes on the messages of its origin whose authors fulfill a condition.
@available(*, deprecated, renamed: "FilterAuthor")
public typealias AuthorFilter = FilterAuthor

/// Remembers the latest message.
@available(*, deprecated, renamed: "Buffer")
public typealias BufferForOptionalMessage = Buffer

/// Remembers the latest message.
@available(*, deprecated, renamed: "Buffer")
public typealias BufferForNonOptionalMessage = Buffer
