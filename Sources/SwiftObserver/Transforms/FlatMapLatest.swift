extension MessageSource {

    /// Creates an observable that switches to the latest observable that a closure returns.
    ///
    /// ```swift
    /// let results = query.new().flatMapLatest { search(for: $0) }
    /// ```
    ///
    /// The closure is called for each message of this observable. This combines
    /// ``map(_:file:line:)`` and ``MessageSource/switchToLatest(file:line:)``. For details, see the
    /// latter.
    public func flatMapLatest<Source: MessageSource & SendableMetatype>(
        _ makeSource: @escaping @Sendable (Message) -> Source, file: StaticString = #fileID, line: UInt = #line
    ) -> Transform<Map<Self, Source>, Source.Message> {
        map(makeSource, file: file, line: line).switchToLatest(file: file, line: line)
    }
}
