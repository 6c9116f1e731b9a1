/// The letters of one observable that weren't delivered right away, and those who wait for them.
///
/// INVARIANTS
/// - Letters are taken out in the order of positions, all at once, and only when those are delivered that were taken out before.
/// - Guarded by the lock of the office. What was taken out belongs to whoever delivers, and only it removes letters there.
struct LetterLine: ~Copyable, Emptiable {

    /// What was left in line and not taken out yet.
    var waiting: AnyLetters?

    /// What was taken out of line to be delivered.
    private(set) var taken: AnyLetters?

    /// Those who wait until letters are delivered.
    var markers: [LineMarker] = []

    private var isAnyWaiting: Bool {
        @inline(__always)
        get { waiting?.isEmpty == false }
    }

    /// Whether nothing is to be taken out, and nobody waits for letters to be delivered.
    var isEmpty: Bool {
        @inline(__always)
        get { !isAnyWaiting && markers.isEmpty }
    }

    /// Whether there are no letters at all.
    var isIdle: Bool { !isAnyWaiting && taken?.isEmpty ?? true }

    /// Takes out all that waits, unless something is left of what was taken out before. Then, those who deliver count what waits there.
    mutating func take(wantedLimit: Int) {
        if taken?.isEmpty == false { return }
        swap(&waiting, &taken)
        taken?.takeOut(wantedLimit: wantedLimit)
    }

    /// Lets those who wait for letters wait beside these, since no other letters are in line.
    mutating func moveMarkers() {
        taken?.markers = markers
        markers = []
    }

    /// Keeps no memory, when there are no letters.
    mutating func removeTaken() { taken = nil }

    /// Removes those who wait for no letter that is still to be delivered.
    mutating func takeReachedMarkers(isLineTaken: Bool) -> [Marker] {
        let isAnyInLine = isLineTaken || isAnyWaiting
        let reached = markers.filter { $0.position == 0 || !isAnyInLine }
        markers.removeAll { $0.position == 0 || !isAnyInLine }
        return reached.map(\.marker)
    }

    /// How many letters wait in line, or were taken out to be delivered and have not begun.
    var backlog: Int { (waiting?.count ?? 0) + (taken?.waiting ?? 0) }

    /// Sets the number below which someone waits for letters to fall, or 0 if nobody does.
    func want(below limit: Int) { taken?.want(below: limit) }
}
