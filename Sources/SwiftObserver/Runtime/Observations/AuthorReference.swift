/// Who sent something last. It doesn't keep the author alive, but its memory, until someone else sends.
///
/// So no other object can be at that address, and as long as one author sends, there's nothing to do. To form a weak reference
/// for each message would take longer than all else that an operator does.
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
