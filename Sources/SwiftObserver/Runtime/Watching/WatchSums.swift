/// Sums of what was counted for observables, by what these are called.
struct WatchSums: Sendable {

    struct Sum: Sendable {
        var sent = 0
        var refused = 0
        var handled = 0
        var missed = 0
        var started = 0
        var ended = 0
    }

    /// One sum for each name and, for observables that have none, for each type. They're kept when the observables have died, so
    /// that no sum ever decreases. Further names count by type.
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

    /// How many sums there may be with a name.
    static let toleratedNames = 1000
    private var nameCount = 0

    subscript(label: OfficeLabel) -> Sum {
        get { all[key(label)] ?? Sum() }
        set {
            let key = key(label)
            if key.name != nil, all[key] == nil { nameCount += 1 }
            all[key] = newValue
        }
    }

    private func key(_ label: OfficeLabel) -> Key {
        let key = Key(name: label.name, messenger: label.messenger)
        return key.name == nil || all[key] != nil || nameCount < Self.toleratedNames
            ? key : Key(name: nil, messenger: label.messenger)
    }
}
