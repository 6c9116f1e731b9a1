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

    /// Whether the letter ends the observations it reaches.
    var isFarewell: Bool { details?.isFarewell == true }

    /// Calls the closure with everyone who is entitled to the letter: the addressee or, without any, whoever started
    /// before its position.
    @inline(__always)
    func forEachAddressee(on lease: ObservationList.Lease?, _ act: (AnyObservation) -> Void) {
        if let details, details.isAddressed {
            if let addressee = details.livingAddressee { act(addressee) }
        } else {
            lease?.forEach { if $0.start < position { act($0) } }
        }
    }

    /// What only few letters need.
    final class Details: @unchecked Sendable {

        /// A letter keeps no author alive, and an author that is already dying reads as `nil` here, which makes it safe
        /// to send in `deinit`.
        private weak let author: AnyObject?

        /// The only observation the letter is for. The registry holds it until it ends, and then the letter is for nobody.
        private weak let addressee: AnyObservation?

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
