import SwiftObserver

/// What a recording knows of the observable, to say why no message came.
///
/// `@unchecked Sendable` because nothing is done with the observable.
struct RecordedSource: @unchecked Sendable {

    /// The type of the observable, and its name if it has one.
    let name: String

    private weak var source: AnyObject?
    private let place: (any DeliveryPlace)?

    init(_ source: some MessageSource, on place: (any DeliveryPlace)?) {
        let type = "\(type(of: source))"
        name = source.name.map { "\"\($0)\" (\(type))" } ?? type
        self.source = source
        self.place = place
    }

    /// Why nothing more can come.
    var whyItEnded: String {
        source == nil
            ? "The observable has died, so nothing comes any more. Store it: to record doesn't hold it."
            : "The observation has ended, so nothing comes any more."
    }

    /// What might let messages come.
    var reasons: [String] {
        var reasons: [String] = []
        if let place = place as? ManualPlace, place.blockCount > 0 {
            reasons.append("Its place has \(place.blockCount) blocks to run: call `runAll()`.")
        }
        if let alarm = ManualClock.textOfAlarms { reasons.append(alarm) }
        return reasons
    }
}
