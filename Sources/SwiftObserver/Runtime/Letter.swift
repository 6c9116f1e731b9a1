/// A message that waits to be delivered, and everything the delivery needs to know about it.
struct Letter<Message> {

    /// What the letter says. A letter without a message only says farewell.
    let message: Message?

    /// Who wrote it, as long as the author lives. A letter keeps no author alive, and an author that is already dying
    /// reads as `nil` here, which makes it safe to send in `deinit`.
    weak let author: AnyObject?

    /// Where the letter stands in the one order of its observable.
    let place: Place

    /// The only observation the letter is for. Without addressee, it's for all that started before its place.
    let addressee: Observation<Message>?

    /// Whether the letter ends the observations it reaches.
    let isFarewell: Bool

    /// Whether a thread other than the delivering one sent the letter.
    let isForeign: Bool
}

/// A position in the one sequence of all sends and starts of one observable.
typealias Place = Int
