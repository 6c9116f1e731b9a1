/// A probable mistake that would go unnoticed otherwise.
///
/// It's `Sendable` and `Codable`.
public struct WatchedMistake: Sendable, Hashable, Codable, CustomStringConvertible {

    /// A kind of mistake.
    ///
    /// It's `Sendable`.
    public enum Kind: String, Sendable, Hashable, Codable {

        /// A transform was deallocated while it was observed, before it had sent anything.
        ///
        /// Usually, nothing retained it.
        case lostTransform

        /// An observer returned a new receiver on each access, so its observations ended at once.
        ///
        /// A debug build stops the program instead.
        case newReceiver

        /// A handler captures its observer strongly, and nothing else.
        ///
        /// The observer can't be deallocated before the observation ends.
        case capturedObserver
    }

    /// The kind of mistake.
    public let kind: Kind

    /// Says what happened, and how to fix it.
    public let description: String

    /// The module and the file in which the observation began, if they're known.
    public let file: String?

    /// The line in that file.
    public let line: Int?
}

extension WatchedMistake: Located {

    init(_ mistake: Mistake) {
        switch mistake {
        case .lostTransform(let type, let observers):
            let names = observers.map { $0.observerName ?? $0.observer.text ?? "an unknown observer" }
                .joined(separator: ", ")
            self.init(
                .lostTransform, observers.first?.startPoint,
                "\(type) was deallocated while \(names) observed it, before it sent a message. Store the transform, or "
                    + "transform in a chain, as in `dog.observe(sky).map { … }.receive { … }`.")
        case .newReceiver(let observer, let point):
            self.init(
                .newReceiver, point,
                "\(observer) returned a different receiver on the second access, so the observation ended at once. "
                    + "Store the receiver: `let receiver = Receiver()`.")
        case .capturedObserver(let observer, let point):
            self.init(
                .capturedObserver, point,
                "A handler captures its observer, \(observer), strongly, which keeps the observer alive until the "
                    + "observation ends. Capture it as `[unowned self]`, which is safe in handlers.")
        }
    }

    private init(_ kind: Kind, _ point: StartPoint?, _ description: String) {
        self.kind = kind
        self.description = description.inOneLine
        file = point.map { "\($0.file)" }
        line = point.map { Int($0.line) }
    }
}
