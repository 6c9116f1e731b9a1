/// Sums of what was counted for observables, by what these are called.
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

        /// The larger one of each.
        func maximum(_ other: Sum) -> Sum {
            Sum(
                sent: max(sent, other.sent), refused: max(refused, other.refused), handled: max(handled, other.handled),
                missed: max(missed, other.missed), started: max(started, other.started), ended: max(ended, other.ended))
        }
    }

    /// One sum for each name and, for observables that have none, for each type. They're kept when the observables have died, so
    /// that no sum ever decreases.
    private(set) var all: [Key: Sum] = [:]

    struct Key: Hashable, Sendable {

        /// A name, or `nil` for all that have none.
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

    /// How many names there may be. Whatever else has a name is summed up under another one.
    private let limit: Int
    private var names: Set<String> = []

    static let otherName = "(other)"

    /// What was told of everything, the living included.
    private var told: [Key: Sum] = [:]

    init(names limit: Int) { self.limit = limit }

    /// Notes what is going to be told, and returns what that must be, so that nothing decreases that was told before.
    mutating func tell(_ totals: [Key: Sum]) -> [Key: Sum] {
        told.merge(totals) { $0.maximum($1) }
        return told
    }

    subscript(key: Key) -> Sum {
        get { all[key] ?? Sum() }
        set { all[key] = newValue }
    }

    /// How to call an observable. Names are taken in the order in which they're needed first.
    mutating func key(of label: OfficeLabel) -> Key {
        guard let name = label.name else { return Key(name: nil, messenger: label.messenger) }
        if names.count < limit { names.insert(name) }
        return Key(name: names.contains(name) ? name : Self.otherName, messenger: label.messenger)
    }
}
