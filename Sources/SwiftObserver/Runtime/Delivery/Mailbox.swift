/// Decides in which order letters are delivered, and by which thread.
///
/// A letter is a pending message, the farewell of the observable, or both. A thread that sends
/// while no thread is on duty takes the duty and delivers. All other threads leave their letters
/// for it. The thread goes off duty only when no letter is left, or hands the duty over to a queue,
/// where another thread takes it.
///
/// An *office on a queue* delivers everything there, and each message becomes a letter. The queue
/// may be any other place, too. Its thread is on duty while it takes out and delivers letters under
/// one lease.
///
/// ```
///   being delivered       taken: the batch         waiting
///        +----+          +----+----+----+        +----+----+
///        |  7 |          |  8 |  9 | 11 |        | 12 | 14 |    letters, by position
///        +----+          +----+----+----+        +----+----+
///           ^               ^                           ^
///      deliverer      the next letter             position == 14
///
///   10 and 13 are starts: the observation that started at 10 gets letters 11, 12 and 14.
/// ```
///
/// This is a value without threads or locks, which tells threads apart by identity. The office
/// calls it under its lock.
///
/// INVARIANTS
/// - Positions ascend, and each is given once.
/// - At most one thread is on duty. After it has handed over, no other thread gets the duty before
///   the coming thread.
/// - If the office isn't on a queue: if a letter waits, a thread is on duty or coming. A thread
///   goes off duty only after it has found neither a letter nor a marker, under the same lock.
/// - If the office is on a queue: each letter that isn't delivered is one posting of the office on
///   the lane. The duty only says which thread runs right now. It ends with each lease, by `pause`,
///   even if letters are left.
struct Mailbox: ~Copyable {

    /// The latest position given to a message, a farewell, or the start of an observation.
    private(set) var position: Position = 0

    private var deliverer = ThreadID.nobody

    /// The letters and their waiters, apart, because messages delivered right away need neither.
    private var line = OnDemand<LetterLine>()

    /// Assigns the next position in the order.
    mutating func nextPosition() -> Position {
        position += 1
        return position
    }

    /// Puts a thread on duty, and returns `false` if a thread is on duty already.
    ///
    /// Then the caller must leave its letter.
    mutating func goOnDuty(_ thread: ThreadID) -> Bool {
        guard deliverer == .nobody else { return false }
        deliverer = thread
        return true
    }

    /// Returns whether a letter of that thread makes the thread on duty work for other threads.
    ///
    /// A message that a thread sends while it delivers a foreign letter is foreign, too. Otherwise,
    /// a single letter of another thread could keep the thread on duty forever: its handler sends
    /// the next letter, and so on.
    func isForeign(_ thread: ThreadID, sentByForeignWork isForeignWork: @autoclosure () -> Bool) -> Bool {
        deliverer != thread || isForeignWork()
    }

    /// The letters, to which the caller appends a letter for the thread on duty.
    @inline(__always)
    mutating func line<Message>(for _: Message.Type) -> Letters<Message> {
        if let letters = line.existing?.pointee.letters { return letters.of(Message.self) }
        return newLine()
    }

    @inline(never)
    private mutating func newLine<Message>() -> Letters<Message> {
        let letters = Letters<Message>()
        line.created().pointee.letters = letters
        return letters
    }

    /// `true` if no letter is left to take out, and no marker is waiting.
    ///
    /// Letters that were taken out and aren't delivered yet don't count.
    var canGoOffDuty: Bool {
        @inline(__always)
        get { line.existing?.pointee.isEmpty ?? true }
    }

    /// Goes off duty unless a letter or a marker is left, and returns whether it did.
    @inline(__always)
    mutating func goOffDuty() -> Bool {
        guard canGoOffDuty else { return false }
        deliverer = .nobody
        return true
    }

    /// Takes out all letters that wait, or goes off duty if there are none.
    ///
    /// Call this when the previous batch is delivered, and its markers are removed.
    mutating func takeLine(wantedLimit: Int) -> AnyLetters? {
        if goOffDuty() {
            line.existing?.pointee = LetterLine()
            return nil
        }
        return takeOut(wantedLimit: wantedLimit)
    }

    /// Takes out letters for an office on a queue, the rest of its previous batch first.
    ///
    /// There must be some.
    mutating func takeOldest(_ thread: ThreadID, wantedLimit: Int) -> AnyLetters {
        deliverer = thread
        guard let letters = takeOut(wantedLimit: wantedLimit) else { preconditionFailure("No letter is pending.") }
        return letters
    }

    private func takeOut(wantedLimit: Int) -> AnyLetters? {
        line.existing?.pointee.takeOut(wantedLimit: wantedLimit)
        return line.existing?.pointee.letters
    }

    /// Goes off duty at the end of a lease, for an office on a queue.
    ///
    /// The rest of the batch comes before the letters that wait.
    ///
    /// If no letter is left, it returns the letters, because what they keep alive must be released
    /// after the pause.
    mutating func pause() -> AnyLetters? {
        deliverer = .nobody
        return isIdle ? line.existing?.pointee.letters.take() : nil
    }

    /// Hands the duty over to a queue.
    mutating func handOver() { deliverer = .comingThread }

    /// Takes over the duty on that queue. Returns the rest of the batch.
    mutating func takeOver(_ thread: ThreadID) -> AnyLetters? {
        deliverer = thread
        return line.existing?.pointee.letters
    }

    // MARK: - Markers

    /// `true` if no letter is left, and none is being delivered.
    var isIdle: Bool { deliverer == .nobody && line.existing?.pointee.letters?.areDone ?? true }

    /// `true` if a thread is on duty, whether or not it has a lease and may call handlers.
    ///
    /// During a hand-over, no thread is. `PostOffice.isDelivering` also asks for a lease.
    var isDelivering: Bool { threadOnDuty != nil }

    /// The delivering thread, if there is one.
    var threadOnDuty: ThreadID? { deliverer == .nobody || deliverer == .comingThread ? nil : deliverer }

    /// Adds a marker after all letters so far, or only after the letter that is being delivered.
    mutating func add(_ marker: Marker, behindLine isBehindLine: Bool) {
        line.created().pointee.add(marker, behindLine: isBehindLine)
    }

    mutating func remove(_ marker: Marker) { line.existing?.pointee.remove(marker) }

    /// Marks the letter that was begun, if any, as delivered, and removes the reached markers.
    ///
    /// Only for the delivering thread.
    mutating func finishLetter(_ work: inout DeferredWork) {
        line.existing?.pointee.letters?.finish()
        takeReachedMarkers(&work)
    }

    /// Removes the markers before the letter that has just begun. Only for the delivering thread.
    mutating func takeReachedMarkers(_ work: inout DeferredWork) { line.existing?.pointee.takeReachedMarkers(&work) }

    /// Removes all markers.
    mutating func takeAllMarkers(_ work: inout DeferredWork) { line.existing?.pointee.takeAllMarkers(&work) }

    // MARK: - Room

    /// The number of letters that wait, or were taken out and haven't begun.
    var backlog: Int { line.existing?.pointee.letters?.backlog ?? 0 }

    /// Sets the limit below which the backlog must fall for a waiter, or 0 without a waiter.
    mutating func want(below limit: Int) { line.existing?.pointee.want(below: limit) }

    /// Returns whether that thread is on duty.
    func isDelivering(_ thread: ThreadID) -> Bool { deliverer == thread }
}

extension ThreadID {

    fileprivate static let nobody = ThreadID(0)

    /// Stands for the thread that will take over the duty on a new queue.
    ///
    /// The thread before it had delivered too many foreign letters.
    fileprivate static let comingThread = ThreadID(.max)
}
