/// A reference to the latest author that keeps the author's memory, but not the author alive.
///
/// The memory is kept until another author sends. So no other object can be at that address, and
/// while one author sends, there's nothing to do. Forming a weak reference for each message would
/// take longer than everything else that an operator does.
struct AuthorReference: ~Copyable {

    private unowned var reservedAuthor: AnyObject?
    private var pin: ObserverPin?

    /// Refers to another author, or to none.
    @inline(__always)
    mutating func refer(to author: AnyObject?) {
        if let pin, let author, pin.isOf(author), ObserverReference.isAddressReserved || pin.observer != nil { return }
        replace(with: author)
    }

    @inline(never)
    private mutating func replace(with author: AnyObject?) {
        reservedAuthor = author
        pin = author.map(ObserverPin.init)
    }

    /// The author, or `nil` if it's dying or dead, or if there's none.
    var author: AnyObject? { pin?.observer }
}
