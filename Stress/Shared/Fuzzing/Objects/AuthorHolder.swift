/// An object that retains the author of a message.
///
/// `@unchecked Sendable` because it does nothing else.
final class AuthorHolder: @unchecked Sendable {
    private let author: AnyObject
    init(_ author: AnyObject) { self.author = author }
}
