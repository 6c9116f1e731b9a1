/// Who delivers the letters of an observable.
///
/// Not an enumeration, so that it's a single word.
struct Deliverer: Equatable {

    private let word: UInt

    static let nobody = Deliverer(word: 0)

    /// A thread that had delivered too much for others has handed over to a new queue, which will continue.
    static let handOverQueue = Deliverer(word: .max)

    static func thread(_ thread: ThreadID) -> Deliverer { Deliverer(word: thread.value) }

    /// The thread that delivers, if one does.
    var thread: ThreadID? { self == .nobody || self == .handOverQueue ? nil : ThreadID(word) }
}
