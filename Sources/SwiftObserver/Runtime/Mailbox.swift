/// Decides in which order the letters of one observable are delivered, and whose duty it is to deliver them.
///
/// A pure value: it has no lock and knows no thread but by identity. At any time at most one thread is on duty. Whoever
/// sends while nobody is takes the duty; whoever sends while somebody is leaves the letter in line. The one on duty may
/// only go off duty while the line is empty.
struct Mailbox {

    /// The place of the latest letter or start.
    private(set) var place: Place = 0

    /// How many letters are in line.
    private var count = 0

    /// The letters that were left in line, if ever.
    private var line: AnyLetters?

    /// Where letters are left while others that were in line are delivered.
    private var spareLine: AnyLetters?

    private var deliverer = Deliverer.nobody

    enum Deliverer: Equatable {
        case nobody
        case thread(ThreadID)
        /// A thread gave up the duty, and a queue of the runtime will continue.
        case runtimeQueue
    }

    /// Assigns the next place in the order.
    mutating func nextPlace() -> Place {
        place += 1
        return place
    }

    /// Takes the duty to deliver if it's free. Otherwise, the letter is to be left in line.
    mutating func takeDuty(_ thread: ThreadID) -> Bool {
        guard deliverer == .nobody else { return false }
        deliverer = .thread(thread)
        return true
    }

    /// Whether a letter from that thread makes the thread on duty work for someone else.
    func isForeign(_ thread: ThreadID) -> Bool {
        deliverer != .thread(thread)
    }

    /// The line, where a letter is to be left for whoever is on duty.
    @inline(__always)
    mutating func line<Message>(for _: Message.Type) -> Letters<Message> {
        count += 1
        if let line { return line.of(Message.self) }
        return newLine()
    }

    @inline(never)
    private mutating func newLine<Message>() -> Letters<Message> {
        let letters = Letters<Message>()
        line = letters
        return letters
    }

    /// Goes off duty unless someone is in line.
    @inline(__always)
    mutating func goOffDuty() -> Bool {
        guard count == 0 else { return false }
        deliverer = .nobody
        return true
    }

    /// Exchanges the empty batch for the whole line, or goes off duty if nobody is in line.
    ///
    /// Batches that are not too large are kept for the next time, so that letters need no memory.
    mutating func takeLine(_ batch: inout AnyLetters?) -> Bool {
        if goOffDuty() {
            takeBack(&batch)
            if line?.isKept == false { line = nil }
            return false
        }
        count = 0
        swap(&line, &batch)
        if line == nil { swap(&line, &spareLine) }
        return true
    }

    /// Moves the rest of the last batch into the empty batch or, if there is none, the whole line.
    mutating func takeBatch(_ batch: inout AnyLetters?) {
        if spareLine?.isEmpty != false {
            swap(&line, &spareLine)
            count = 0
        }
        swap(&spareLine, &batch)
    }

    /// Takes back what is left of a batch.
    mutating func takeBack(_ batch: inout AnyLetters?) {
        if batch?.isKept == true { swap(&spareLine, &batch) }
    }

    /// Hands the duty over to a queue of the runtime.
    mutating func handOver() {
        deliverer = .runtimeQueue
    }

    /// Takes over the duty on a queue of the runtime.
    mutating func takeOver(_ thread: ThreadID) {
        deliverer = .thread(thread)
    }
}
