/// A variable that all controlled threads may change, since only one of them runs at a time.
final class Box<Content>: @unchecked Sendable {

    var content: Content

    init(_ content: Content) { self.content = content }

    /// Takes the content out as its own step, so that it can die at any moment.
    func drop<Wrapped>() where Content == Wrapped? {
        step("drop")
        let dropped = content
        content = nil
        withExtendedLifetime(dropped) {}
    }
}
