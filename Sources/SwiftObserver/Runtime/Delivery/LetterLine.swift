/// The letters of one observable that weren't delivered right away, and those who wait for them.
struct LetterLine: ~Copyable, Emptiable {

    /// The letters that were left in line. `nil` if there are none.
    var letters: AnyLetters?

    /// What becomes the next line. It's dropped when nobody is on duty any more, so that no memory is kept then.
    var spare: AnyLetters?

    /// What a fixed queue took out of the line and did not deliver yet. It comes before the line.
    var rest: AnyLetters?

    /// What was taken out of the line and is being delivered. Whoever delivers it retains it.
    var inDelivery: Unmanaged<AnyLetters>?

    /// Those who wait until letters are delivered.
    var markers: [LineMarker] = []

    /// Whether no letter is in line, and nobody waits for letters to be delivered.
    var isEmpty: Bool {
        @inline(__always)
        get { letters == nil && markers.isEmpty }
    }

    /// Whether there are no letters at all.
    var isIdle: Bool { letters == nil && rest == nil && inDelivery == nil }

    /// Exchanges an empty batch for the letters in line, of which there must be some, or at least markers. Returns these letters.
    mutating func exchange(_ batch: inout AnyLetters?) -> AnyLetters {
        spare = batch
        let taken = letters.take().unsafelyUnwrapped
        batch = taken
        taken.markers = markers
        markers = []
        return taken
    }

    /// Takes the letters out for a fixed queue, first those that it didn't deliver before.
    mutating func takeOldest() -> AnyLetters? { rest.take() ?? letters.take() }

    /// Removes those who wait for no letter that is still to be delivered.
    mutating func takeReachedMarkers(isLineTaken: Bool) -> [Marker] {
        let isAnyInLine = isLineTaken || letters != nil
        let reached = markers.filter { $0.position == 0 || !isAnyInLine }
        markers.removeAll { $0.position == 0 || !isAnyInLine }
        return reached.map(\.marker)
    }

    /// How many letters wait in line, or were taken out to be delivered and have not begun.
    var backlog: Int {
        (letters?.count ?? 0) + (rest?.count ?? 0)
            + (inDelivery?._withUnsafeGuaranteedRef { $0.waitingCount.count } ?? 0)
    }
}
