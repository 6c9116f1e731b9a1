/// Sums of the counts of observables, by name or type.
struct WatchSums: Sendable {

    struct Sum: Sendable {
        var sent = 0
        var refused = 0
        var handled = 0
        var missed = 0
        var started = 0
        var ended = 0

        mutating func add(_ other: Sum) {
            sent += other.sent
            refused += other.refused
            handled += other.handled
            missed += other.missed
            started += other.started
            ended += other.ended
        }

        /// The larger number of each pair.
        func maximum(_ other: Sum) -> Sum {
            Sum(
                sent: max(sent, other.sent), refused: max(refused, other.refused), handled: max(handled, other.handled),
                missed: max(missed, other.missed), started: max(started, other.started), ended: max(ended, other.ended))
        }
    }

    /// One sum for each name and, for observables without a name, for each type.
    ///
    /// Sums remain when the observables are deallocated, so that no sum ever decreases.
    private(set) var all: [Key: Sum] = [:]

    struct Key: Hashable, Sendable {

        /// The name, or `nil` for all observables without a name.
        let name: String?

        private let typeIdentity: ObjectIdentifier?

        /// The type of the messengers.
        let messenger: Any.Type?

        init(name: String?, messenger: Any.Type?) {
            self.name = name
            typeIdentity = messenger.map { ObjectIdentifier($0) }
            self.messenger = messenger
        }

        static func == (left: Key, right: Key) -> Bool {
            left.name == right.name && left.typeIdentity == right.typeIdentity
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(name)
            hasher.combine(typeIdentity)
        }
    }

    /// The largest number of names. Observables with other names share `otherName`.
    private let limit: Int
    private var names: Set<String> = []

    static let otherName = "(other)"

    /// The sums that were reported, including those of living objects.
    private var told: [Key: Sum] = [:]

    init(names limit: Int) { self.limit = limit }

    /// Remembers sums to report, and returns them, but none less than what was reported before.
    mutating func tell(_ totals: [Key: Sum]) -> [Key: Sum] {
        told.merge(totals) { $0.maximum($1) }
        return told
    }

    subscript(key: Key) -> Sum {
        get { all[key] ?? Sum() }
        set { all[key] = newValue }
    }

    /// Returns the key of an observable. Names are added in the order in which they're needed.
    mutating func key(of label: OfficeLabel) -> Key {
        guard let name = label.name else { return Key(name: nil, messenger: label.messenger) }
        if names.count < limit { names.insert(name) }
        return Key(name: names.contains(name) ? name : Self.otherName, messenger: label.messenger)
    }
}
