/// Decides in which order the letters of one observable are delivered, and whose duty it is to deliver them.
///
/// A pure value: it has no lock and knows no thread but by identity. At any time at most one thread is on duty. Whoever
/// sends while nobody is takes the duty; whoever sends while somebody is leaves the letter in line. The one on duty may
/// only go off duty while the line is empty.
struct Mailbox {

    /// The place of the latest letter or start.
    private(set) var place: Place = 0

    /// The letters that were left in line, oldest first.
    private var line: [AnyLetter] = []

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

    /// Leaves a letter in line for whoever is on duty.
    mutating func leave(_ letter: AnyLetter) {
        line.append(letter)
    }

    /// Goes off duty unless someone is in line.
    @inline(__always)
    mutating func goOffDuty() -> Bool {
        guard line.isEmpty else { return false }
        deliverer = .nobody
        return true
    }

    /// Moves the whole line into the empty batch, oldest first, or goes off duty if nobody is in line.
    mutating func takeLine(_ batch: inout [AnyLetter]) -> Bool {
        if goOffDuty() {
            if line.capacity > 1024 { line = [] }
            return false
        }
        swap(&line, &batch)
        return true
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
