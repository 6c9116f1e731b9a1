/// The letters of one observable that weren't delivered right away, and those who wait for them.
///
/// Guarded by the lock of the office.
///
/// INVARIANTS
/// - As long as the lock is free, the alarm of the letters is that of the waiters.
/// - A marker's step is that behind the last letter it waits for. Without letters it's 0, which whoever delivers has reached.
struct LetterLine: ~Copyable, Emptiable {

    var letters: AnyLetters?

    /// Those who wait for steps of whoever delivers.
    private var waiters = StepQueue()

    /// Whether nothing is to be taken out, and nobody waits for letters to be delivered.
    var isEmpty: Bool {
        @inline(__always)
        get { letters?.isAnyWaiting != true && waiters.isEmpty }
    }

    /// Takes out all that waits, unless something is left of what was taken out before.
    mutating func takeOut(wantedLimit: Int) {
        letters?.takeOut()
        want(below: wantedLimit)
    }

    /// Sets the number below which someone waits for letters to fall, or 0 if nobody does.
    mutating func want(below limit: Int) {
        waiters.roomStep = letters?.step(below: limit) ?? .max
        setAlarm()
    }

    private func setAlarm() { letters?.setAlarm(waiters.alarm) }

    /// Lets a marker wait until all letters so far are delivered, or only the one that is being delivered.
    ///
    /// What is delivered right away, beside the line, has no step. So someone waits for that as if for the letters before it, and is told
    /// when the line is looked at again. Whoever begins a letter just now may not see the alarm, but does so with the next one, and looks
    /// when there's none.
    mutating func add(_ marker: Marker, behindLine isBehindLine: Bool) {
        waiters.add(marker, until: letters?.step(behindAll: isBehindLine) ?? 0)
        setAlarm()
    }

    mutating func remove(_ marker: Marker) { waiters.remove(marker) }

    /// Removes those who wait for no letter that is still to be delivered. Call this for whoever delivers.
    mutating func takeReachedMarkers(_ work: inout DeferredWork) {
        if waiters.isEmpty { return }
        waiters.takeReached(by: letters?.step ?? 0, &work)
        setAlarm()
    }

    /// Removes all who wait for letters.
    mutating func takeAllMarkers(_ work: inout DeferredWork) {
        if waiters.isEmpty { return }
        waiters.takeReached(by: .max, &work)
        setAlarm()
    }
}
