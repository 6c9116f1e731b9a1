/// Something that is probably not meant, and that goes unnoticed otherwise. It's `Sendable` and `Codable`.
public struct WatchedMistake: Sendable, Hashable, Codable, CustomStringConvertible {

    /// What it is. It's `Sendable`.
    public enum Kind: String, Sendable, Hashable, Codable {

        /// A transform died while it was observed, before it had sent anything. Mostly, nobody held it.
        case lostTransform

        /// An observer returned a new receiver each time that it was asked for it, so its observations ended at once. A debug build
        /// stops the program instead.
        case newReceiver

        /// The handler of an observer captures that observer strongly, so the observer can't die before the observation ends.
        case capturedObserver
    }

    /// What it is.
    public let kind: Kind

    /// What has happened, and what to do about it.
    public let description: String

    /// The module and the file in which the observation began, if that's known.
    public let file: String?

    /// The line in that file.
    public let line: Int?
}

extension WatchedMistake: Located {

    init(_ mistake: Mistake) {
        switch mistake {
        case .lostTransform(let type, let observers):
            let names = observers.map { $0.observerName ?? $0.observer.text ?? "someone" }.joined(separator: ", ")
            self.init(
                .lostTransform, observers.first?.startPoint,
                "\(type) died while it was observed by \(names), before it had sent anything. Hold on to the transform, or transform "
                    + "in a chain, as in `dog.observe(sky).map { … }.receive { … }`.")
        case .newReceiver(let observer, let point):
            self.init(
                .newReceiver, point,
                "\(observer) returned another receiver the second time that it was asked, so the observation ended at once. Store "
                    + "the receiver: `let receiver = Receiver()`.")
        case .capturedObserver(let observer, let point):
            self.init(
                .capturedObserver, point,
                "A handler captures its observer, \(observer), strongly, so the observer can't die before the observation ends. "
                    + "Capture it as `[unowned self]`, which is safe in handlers.")
        }
    }

    private init(_ kind: Kind, _ point: StartPoint?, _ description: String) {
        self.kind = kind
        self.description = description.inOneLine
        file = point.map { "\($0.file)" }
        line = point.map { Int($0.line) }
    }
}
