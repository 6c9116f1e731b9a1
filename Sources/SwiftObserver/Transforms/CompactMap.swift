/// Sends the non-`nil` results of a closure that transforms messages of its origin.
final class CompactMap<Origin: MessageSource, Mapped>: Transform<Origin, Mapped> {}

extension MessageSource {

    /// Creates an observable that transforms each message, and drops it if the result is `nil`.
    ///
    /// ```swift
    /// let numbers = lines.compactMap { Int($0) }
    /// ```
    ///
    /// To only unwrap optional messages, use ``unwrap(file:line:)``.
    public func compactMap<Mapped>(
        _ map: @escaping @Sendable (Message) -> Mapped?, file: StaticString = #fileID, line: UInt = #line
    ) -> Transform<Self, Mapped> {
        CompactMap(self, at: StartPoint(Self.self, file, line), rule: .compactMapping(map))
    }
}

extension Observing {

    /// Transforms each message, and drops it if the result is `nil`.
    public func compactMap<Mapped>(_ map: @escaping @Sendable (Message) -> Mapped?) -> Observing<
        Mapped, Form, ObservingStage.Transforming
    > {
        apply(.compactMapping(map))
    }
}

/// `@unchecked` because it adds nothing to a transform.
extension CompactMap: @unchecked Sendable where Mapped: Sendable {}
