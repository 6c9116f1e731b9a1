/// An author of messages.
final class Author: Counted, @unchecked Sendable {
    override class var isDeathStep: Bool { true }
}
