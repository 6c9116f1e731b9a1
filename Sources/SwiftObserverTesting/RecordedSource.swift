import SwiftObserver

/// The facts about an observable that explain why no message came.
///
/// `@unchecked Sendable` because the messenger is only compared with `nil`.
struct RecordedSource: @unchecked Sendable {

    /// The type of the observable, and its name if it has one.
    let name: String

    /// The messenger of the observable. The observable may be a view, which may be deallocated.
    private weak var messenger: AnyObject?

    init(_ source: some MessageSource) {
        let type = "\(type(of: source))"
        name = source.name.map { "\"\($0)\" (\(type))" } ?? type
        messenger = source.sourceMessenger.messenger
    }

    /// Says why no more messages can come.
    var whyItEnded: String {
        messenger == nil
            ? "The observable was deallocated, so no more messages can arrive. Store it: a recording doesn't retain it."
            : "The observation has ended, so no more messages can arrive."
    }
}
