/// Decides in which order the letters of one observable are delivered, and who is on duty to deliver them.
///
/// A letter is a message that waits, or the observable's farewell. A thread that sends while nobody is on duty goes on duty
/// and delivers. All others leave their letters in line for it. Who is on duty goes off duty only when the line is empty, or
/// hands over to a queue, where a thread takes over. An observable may deliver everything on a fixed queue. Then all letters are
/// left in line, and the thread of that queue is on duty while it takes out and delivers a batch.
///
/// A value without threads or locks, which tells threads apart by identity: the office calls it under its lock.
///
/// INVARIANTS
/// - Positions ascend, and each is given once.
/// - At most one thread is on duty. When it has handed over, nobody else gets the duty before the coming thread.
/// - If a letter is in line, someone is on duty, or the office is on the lane of its queue once for each letter.
/// - Who goes off duty has found neither a letter in line nor anyone who waits for one, under the same lock.
struct Mailbox: ~Copyable {

    /// The latest position that was given to a message, a farewell, or an observation that started.
    private(set) var position: Position = 0

    private var deliverer = ThreadID.nobody

    /// The letters that were left in line, and what else only those need who don't deliver right away.
    private var line = OnDemand<LetterLine>()

    /// Assigns the next position in the order.
    mutating func nextPosition() -> Position {
        position += 1
        return position
    }

    /// Lets a thread go on duty if nobody is. Otherwise, its letter is to be left in line.
    mutating func goOnDuty(_ thread: ThreadID) -> Bool {
        guard deliverer == .nobody else { return false }
        deliverer = thread
        return true
    }

    /// Whether a letter from that thread makes the thread on duty work for someone else.
    ///
    /// What a thread sends while it delivers a foreign letter is foreign, too. Otherwise, a single letter of another thread
    /// could keep the one on duty forever, if its handler sends the next one, and so on.
    func isForeign(_ thread: ThreadID, sentByForeignWork isForeignWork: @autoclosure () -> Bool) -> Bool {
        deliverer != thread || isForeignWork()
    }

    /// The line, where a letter is to be left for whoever is on duty.
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

    /// Whether no letter is in line, and nobody waits for letters to be delivered. What was taken out and not delivered yet doesn't count.
    var canGoOffDuty: Bool {
        @inline(__always)
        get { line.existing?.pointee.isEmpty ?? true }
    }

    /// Goes off duty unless a letter or a marker is in line.
    @inline(__always)
    mutating func goOffDuty() -> Bool {
        guard canGoOffDuty else { return false }
        deliverer = .nobody
        return true
    }

    /// Takes the whole line out, or goes off duty if no letter is there. Call this when what was taken out before is delivered, and those
    /// are taken who wait for that.
    mutating func takeLine(wantedLimit: Int) -> AnyLetters? {
        if goOffDuty() {
            line.existing?.pointee = LetterLine()
            return nil
        }
        return takeOut(wantedLimit: wantedLimit)
    }

    /// Takes letters out of line for a fixed queue, first those that it didn't deliver before. There must be some.
    mutating func takeOldest(_ thread: ThreadID, wantedLimit: Int) -> AnyLetters {
        deliverer = thread
        guard let letters = takeOut(wantedLimit: wantedLimit) else { preconditionFailure("No letter is in line.") }
        return letters
    }

    private func takeOut(wantedLimit: Int) -> AnyLetters? {
        line.existing?.pointee.takeOut(wantedLimit: wantedLimit)
        return line.existing?.pointee.letters
    }

    /// Lets a fixed queue pause. What it has not delivered comes before the line. If there's nothing, the letters are returned, since what
    /// they keep alive is to be released after the pause.
    mutating func pause() -> AnyLetters? {
        deliverer = .nobody
        return isIdle ? line.existing?.pointee.letters.take() : nil
    }

    /// Hands the duty over to a queue.
    mutating func handOver() { deliverer = .comingThread }

    /// Takes over the duty on that queue. Returns what was taken out before.
    mutating func takeOver(_ thread: ThreadID) -> AnyLetters? {
        deliverer = thread
        return line.existing?.pointee.letters
    }

    // MARK: - Markers

    /// Whether nothing is being delivered, and nothing in line.
    var isIdle: Bool { deliverer == .nobody && line.existing?.pointee.letters?.areDone ?? true }

    /// Whether something is being delivered right now. Between two threads, nothing is.
    var isDelivering: Bool { threadOnDuty != nil }

    /// The thread that delivers, if one does.
    var threadOnDuty: ThreadID? { deliverer == .nobody || deliverer == .comingThread ? nil : deliverer }

    /// Lets a marker wait until all letters so far are delivered, or only the one that is being delivered.
    mutating func add(_ marker: Marker, behindLine isBehindLine: Bool) {
        line.created().pointee.add(marker, behindLine: isBehindLine)
    }

    mutating func remove(_ marker: Marker) { line.existing?.pointee.remove(marker) }

    /// Tells that the letter is delivered that was begun, if there's one. Removes those who waited for that. Call this for whoever delivers.
    mutating func finishLetter(_ work: inout DeferredWork) {
        line.existing?.pointee.letters?.finish()
        takeReachedMarkers(&work)
    }

    /// Removes those who wait for no letter from the one on that was just begun. Call this for whoever delivers.
    mutating func takeReachedMarkers(_ work: inout DeferredWork) { line.existing?.pointee.takeReachedMarkers(&work) }

    /// Removes all who wait for letters.
    mutating func takeAllMarkers(_ work: inout DeferredWork) { line.existing?.pointee.takeAllMarkers(&work) }

    // MARK: - Room

    /// How many letters wait in line, or were taken out to be delivered and have not begun.
    var backlog: Int { line.existing?.pointee.letters?.backlog ?? 0 }

    /// Sets the number below which someone waits for letters to fall, or 0 if nobody does.
    mutating func want(below limit: Int) { line.existing?.pointee.want(below: limit) }

    /// Whether that thread delivers.
    func isDelivering(_ thread: ThreadID) -> Bool { deliverer == thread }
}

extension ThreadID {

    fileprivate static let nobody = ThreadID(0)

    /// A thread that had delivered too much for others has handed over to a new queue, which will continue on another thread.
    fileprivate static let comingThread = ThreadID(.max)
}
