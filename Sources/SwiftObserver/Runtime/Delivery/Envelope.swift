/// Everything that a delivery needs to know about a letter, except for the message.
struct Envelope {

    /// The position of the letter in the one order of its observable.
    let position: Position

    /// `true` if the letter makes the delivering thread work for other threads. See `ForeignWork`.
    let isForeign: Bool

    /// `true` if there's a message, and not only a farewell.
    let hasMessage: Bool

    private let details: Details?

    init(position: Position, isForeign: Bool, hasMessage: Bool, details: Details? = nil) {
        self.position = position
        self.isForeign = isForeign
        self.hasMessage = hasMessage
        self.details = details
    }

    /// The author, if an observation reads authors, and as long as the author is alive.
    var author: AnyObject? {
        @inline(__always)
        get { details?.livingAuthor }
    }

    /// `true` if a farewell follows the message, or is the only content.
    ///
    /// Usually, a farewell ends the observations that it reaches.
    var isFarewell: Bool { details?.isFarewell == true }

    /// Calls the closure with each observation that the letter is for.
    ///
    /// That's the addressee. If the letter has none, it's each observation on the lease that
    /// started before the letter's position.
    @inline(__always)
    func forEachRecipient(on lease: ObservationList.Lease?, _ act: (AnyObservation) -> Void) {
        if let details, details.isAddressed {
            if let addressee = details.livingAddressee { act(addressee) }
        } else {
            lease?.forEach { if $0.start < position { act($0) } }
        }
    }

    /// Details that only few letters need, stored apart.
    ///
    /// `@unchecked Sendable` because it's immutable, apart from the weak references, which any
    /// thread may load.
    final class Details: @unchecked Sendable {

        /// Weak, because a letter keeps no author alive.
        ///
        /// An author that is being deallocated reads as `nil`, so it's safe to send in `deinit`.
        private weak var author: AnyObject?

        /// The only observation that the letter is for.
        ///
        /// The registry holds it until it ends. After that, the letter is for no observation.
        private weak var addressee: AnyObservation?

        /// `true` if the letter is for one observation only.
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
