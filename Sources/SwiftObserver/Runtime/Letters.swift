/// Letters that wait to be delivered, oldest first.
///
/// A letter is an envelope and, in most cases, a message. Letters are no objects, so that it's cheap to leave one in line.
/// This base class is all that deliveries need to know. It keeps them free of generics, which the compiler could only
/// specialize inside of this module.
///
/// `@unchecked Sendable` because what a mailbox holds is guarded by the lock of the office, and a batch that was taken out
/// belongs to whoever is on duty or to the queue.
class AnyLetters: @unchecked Sendable {

    @exclusivity(unchecked)
    fileprivate final var envelopes = Line<Envelope>()

    /// Whose letters these are, if they wait for a queue.
    @exclusivity(unchecked)
    private final var office: PostOffice?

    fileprivate init() {}

    /// Holds on to the office for as long as these letters exist.
    @inline(__always)
    final func hold(_ office: PostOffice) { if self.office == nil { self.office = office } }

    /// Whether the oldest letter is foreign. There must be one.
    final var isNextForeign: Bool { envelopes.withFirst { $0.isForeign } }

    final var isEmpty: Bool { envelopes.count == 0 }

    /// Removes the oldest letter, delivers it to whoever is entitled to it, and returns the envelope.
    @inline(__always)
    @discardableResult
    final func deliverNext(to reading: Reading?) -> Envelope {
        let envelope = envelopes.removeFirst()
        if envelope.hasMessage { deliverNextMessage(in: envelope, to: reading) }
        if envelope.isFarewell { envelope.forEachAddressee(on: reading) { $0.receiveFarewell() } }
        return envelope
    }

    fileprivate func deliverNextMessage(in envelope: Envelope, to reading: Reading?) {}

    /// The letters as ones that contain messages of that type. All letters of an office do.
    @inline(__always)
    final func of<Message>(_: Message.Type) -> Letters<Message> { unsafeDowncast(self, to: Letters<Message>.self) }
}

/// Letters that contain messages of one type.
final class Letters<Message>: AnyLetters, @unchecked Sendable {

    @exclusivity(unchecked)
    private var messages = Line<Message>()

    override init() { super.init() }

    /// Adds a letter.
    @inline(__always)
    func append(_ message: Message, in envelope: Envelope) {
        messages.append(message)
        envelopes.append(envelope)
    }

    /// Adds a letter without a message.
    func append(_ envelope: Envelope) { envelopes.append(envelope) }

    override func deliverNextMessage(in envelope: Envelope, to reading: Reading?) {
        let message = messages.removeFirst()
        envelope.forEachAddressee(on: reading) {
            $0.of(Message.self).handle(message, from: envelope.author)
        }
    }
}

/// Everything that a delivery needs to know of a letter, but for the message.
struct Envelope {

    /// Where the letter stands in the one order of its observable.
    let place: Place

    /// Whether the letter makes the delivering thread work for someone else: another thread sent it, or a handler of such
    /// a letter.
    let isForeign: Bool

    /// Whether there's a message, and not only a farewell.
    let hasMessage: Bool

    private let details: Details?

    init(place: Place, isForeign: Bool, hasMessage: Bool, details: Details? = nil) {
        self.place = place
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
    /// before its place.
    @inline(__always)
    fileprivate func forEachAddressee(on reading: Reading?, _ act: (AnyObservation) -> Void) {
        if let details, details.isAddressed {
            if let addressee = details.livingAddressee { act(addressee) }
        } else {
            reading?.forEach { if $0.start < place { act($0) } }
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
            #if EXPLORE
                explored(.weakLoad)
            #endif
            return addressee
        }

        fileprivate var livingAuthor: AnyObject? {
            #if EXPLORE
                explored(.weakLoad)
            #endif
            return author
        }
    }
}

/// A position in the one sequence of all sends and starts of one observable.
typealias Place = Int
