/// The letters of one office that weren't delivered right away, and the waiters for them.
///
/// ```
///   done   begun     taken: the batch     waiting
///          +---+      +---+---+---+      +---+---+
///   1   2  | 3 |      | 4 | 5 | 6 |      | 7 | 8 |
///          +---+      +---+---+---+      +---+---+
///               ^                                 ^
///    step 6 == 2 × 3: marker of      step 16 == 2 × 8: marker
///    a `BehindDelivery`              of a `BehindLine`
/// ```
///
/// The lock of the office guards it. `Steps` explains steps and alarms.
///
/// INVARIANTS
/// - As long as the lock is free, the alarm of the letters is that of the waiters.
/// - A marker's step is the step at which the last letter that it waits for is done. Without
///   letters, it's 0, which the delivering thread has reached.
struct LetterLine: ~Copyable, Emptiable {

    var letters: AnyLetters?

    /// Waiters for steps of the delivering thread.
    private var waiters = StepQueue()

    /// `true` if no letter is left to take out, and no marker is waiting.
    var isEmpty: Bool {
        @inline(__always)
        get { letters?.isAnyWaiting != true && waiters.isEmpty }
    }

    /// Takes out all letters that wait, unless some of the previous batch are left.
    mutating func takeOut(wantedLimit: Int) {
        letters?.takeOut()
        want(below: wantedLimit)
    }

    /// Sets the limit below which the backlog must fall for a waiter, or 0 without a waiter.
    mutating func want(below limit: Int) {
        waiters.roomStep = letters?.step(below: limit) ?? .max
        setAlarm()
    }

    private func setAlarm() { letters?.setAlarm(waiters.alarm) }

    /// Adds a marker after all letters so far, or only after the letter that is being delivered.
    ///
    /// A message that is delivered right away has no step. A marker after it waits as if for the
    /// letters before it, and is reached when the delivering thread next looks for letters.
    ///
    /// The step isn't loaded after that, so a thread that is just beginning a letter may miss the
    /// alarm. It finds the alarm with the next letter. If there is none, it finds the marker under
    /// the lock.
    mutating func add(_ marker: Marker, behindLine isBehindLine: Bool) {
        waiters.add(marker, until: letters?.step(behindAll: isBehindLine) ?? 0)
        setAlarm()
    }

    mutating func remove(_ marker: Marker) { waiters.remove(marker) }

    /// Removes the markers that are reached. Only for the delivering thread.
    mutating func takeReachedMarkers(_ work: inout DeferredWork) {
        if waiters.isEmpty { return }
        waiters.takeReached(by: letters?.step ?? 0, &work)
        setAlarm()
    }

    /// Removes all markers.
    mutating func takeAllMarkers(_ work: inout DeferredWork) {
        if waiters.isEmpty { return }
        waiters.takeReached(by: .max, &work)
        setAlarm()
    }
}
