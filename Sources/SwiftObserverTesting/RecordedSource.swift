import SwiftObserver

/// What a recording knows of the observable, to say why no message came.
///
/// `@unchecked Sendable` because nothing is done with the messenger.
struct RecordedSource: @unchecked Sendable {

    /// The type of the observable, and its name if it has one.
    let name: String

    /// The messenger of the observable. An observable may be a view, which needn't live.
    private weak var messenger: AnyObject?

    init(_ source: some MessageSource) {
        let type = "\(type(of: source))"
        name = source.name.map { "\"\($0)\" (\(type))" } ?? type
        messenger = source.sourceMessenger.messenger
    }

    /// Why nothing more can come.
    var whyItEnded: String {
        messenger == nil
            ? "The observable was deallocated, so no message can come. Store it: a recording doesn't retain it."
            : "The observation has ended, so no message can come."
    }
}
