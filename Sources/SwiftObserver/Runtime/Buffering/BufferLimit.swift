/// How many elements may wait for one consumer, and what becomes of further ones. Numbers are positive.
enum BufferLimit<Element>: Sendable {

    case unbounded

    /// The oldest ones make room.
    case newest(Int)

    /// What comes is dropped.
    case oldest(Int)

    /// What comes is dropped, and so is all that follows: the consumer is cut off behind the elements that wait.
    case upTo(Int)

    /// What comes is merged with the only one that waits. The closure is one of the library's own: it runs under locks, and
    /// releases nothing.
    case merged(@Sendable (_ waiting: Element, _ new: Element) -> Element)
}

/// The limit of one observable among several. Not inlined, or the compiler (6.2) fails on the pack that is made of such limits.
@inline(never)
func noLimit<Element>(for _: Element.Type) -> BufferLimit<Element> { .unbounded }
