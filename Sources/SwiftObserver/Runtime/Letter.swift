/// A message that waits to be delivered, and everything the delivery needs to know about it.
///
/// This base class is all that deliveries need to know. That keeps the code on the way of each message free of generics,
/// which the compiler could only specialize inside of this module.
///
/// `@unchecked Sendable` because nothing of it changes, and only one thread at a time is on duty to read it.
class AnyLetter: @unchecked Sendable {

    /// Who wrote it, as long as the author lives. A letter keeps no author alive, and an author that is already dying
    /// reads as `nil` here, which makes it safe to send in `deinit`.
    weak let author: AnyObject?

    /// Where the letter stands in the one order of its observable.
    let place: Place

    /// The only observation the letter is for. Without addressee, it's for all that started before its place.
    let addressee: AnyObservation?

    /// Whether the letter ends the observations it reaches.
    let isFarewell: Bool

    /// Whether a thread other than the delivering one sent the letter.
    let isForeign: Bool

    /// Creates a letter that says farewell, or nothing.
    init(from author: AnyObject?, place: Place, addressee: AnyObservation?, isFarewell: Bool, isForeign: Bool) {
        self.author = author
        self.place = place
        self.addressee = addressee
        self.isFarewell = isFarewell
        self.isForeign = isForeign
    }

    /// Hands over what the letter says.
    func deliver(to observation: AnyObservation) {
        if isFarewell { observation.receiveFarewell() }
    }
}

/// A letter that contains a message.
final class Letter<Message>: AnyLetter, @unchecked Sendable {

    private let message: Message

    init(
        _ message: Message, from author: AnyObject?, place: Place, addressee: AnyObservation?, isFarewell: Bool,
        isForeign: Bool
    ) {
        self.message = message
        super.init(from: author, place: place, addressee: addressee, isFarewell: isFarewell, isForeign: isForeign)
    }

    override func deliver(to observation: AnyObservation) {
        #if EXPLORE
            explored(.weakLoad)
        #endif
        observation.of(Message.self).receive(message, from: author)
        super.deliver(to: observation)
    }
}

/// A position in the one sequence of all sends and starts of one observable.
typealias Place = Int
