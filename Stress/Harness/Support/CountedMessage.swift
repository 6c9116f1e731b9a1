/// A message that is counted while it lives.
final class CountedMessage: Sendable {
    let stamp: Stamp
    private let counted: CountedObject
    init(_ stamp: Stamp, _ lives: LiveCount) {
        self.stamp = stamp
        counted = CountedObject(lives)
    }
}
