/// How many elements may wait for one consumer, and which are dropped or merged.
///
/// Numbers are positive.
enum BufferLimit<Element>: Sendable {

    case unbounded

    /// The oldest elements are dropped.
    case newest(Int)

    /// New elements are dropped.
    case oldest(Int)

    /// New elements are dropped, and so are all later ones.
    ///
    /// The consumer is cut off after the elements that wait.
    case upTo(Int)

    /// A new element is merged with the only one that waits.
    ///
    /// The closure belongs to the library. It runs under locks, and releases nothing.
    case merged(@Sendable (_ waiting: Element, _ new: Element) -> Element)
}

/// The limit of one observable among several.
///
/// Not inlined, because the compiler (6.2) fails on the pack that is made of such limits.
@inline(never)
func noLimit<Element>(for _: Element.Type) -> BufferLimit<Element> { .unbounded }
