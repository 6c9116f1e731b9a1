/// Everything that a delivery needs to know of a letter, but for the message.
struct Envelope {

    /// Where the letter stands in the one order of its observable.
    let position: Position

    /// Whether the letter makes the delivering thread work for someone else. See `ForeignWork`.
    let isForeign: Bool

    /// Whether there's a message, and not only a farewell.
    let hasMessage: Bool

    private let details: Details?

    init(position: Position, isForeign: Bool, hasMessage: Bool, details: Details? = nil) {
        self.position = position
        self.isForeign = isForeign
        self.hasMessage = hasMessage
        self.details = details
    }

    /// Who wrote the letter, if anyone wants to know, and as long as the author lives.
    var author: AnyObject? {
        @inline(__always)
        get { details?.livingAuthor }
    }

    /// Whether a farewell follows the message, or is all there is. Mostly, it ends the observations that it reaches.
    var isFarewell: Bool { details?.isFarewell == true }

    /// Calls the closure with everyone whom the letter is for: the addressee or, without any, each observation on the lease
    /// that started before the letter's position.
    @inline(__always)
    func forEachRecipient(on lease: ObservationList.Lease?, _ act: (AnyObservation) -> Void) {
        if let details, details.isAddressed {
            if let addressee = details.livingAddressee { act(addressee) }
        } else {
            lease?.forEach { if $0.start < position { act($0) } }
        }
    }

    /// What only few letters need, apart from the others.
    ///
    /// `@unchecked Sendable` because nothing of it changes but the weak references, which any thread may load.
    final class Details: @unchecked Sendable {

        /// A letter keeps no author alive, and an author that is already dying reads as `nil` here, which makes it safe
        /// to send in `deinit`.
        private weak var author: AnyObject?

        /// The only observation the letter is for. The registry holds it until it ends, and then the letter is for nobody.
        private weak var addressee: AnyObservation?

        /// Whether the letter is for one observation only.
        fileprivate let isAddressed: Bool

        fileprivate let isFarewell: Bool

        init(author: AnyObject?, addressee: AnyObservation? = nil, isFarewell: Bool) {
            self.author = author
            self.addressee = addressee
            isAddressed = addressee != nil
            self.isFarewell = isFarewell
        }

        fileprivate var livingAddressee: AnyObservation? {
            willLoadWeakReference()
            return addressee
        }

        fileprivate var livingAuthor: AnyObject? {
            willLoadWeakReference()
            return author
        }
    }
}
