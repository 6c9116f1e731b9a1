extension PostOffice {

    /// All that are observed right now, with the types of their messengers.
    static var observed: [(office: PostOffice, messenger: Any.Type)] {
        RegistrarDirectory.observed.map { (unsafeDowncast($0.registrar, to: PostOffice.self), $0.messenger) }
    }

    /// All that were ever observed and live: those that are observed, and what the others have counted.
    static var all:
        (observed: [(office: PostOffice, messenger: Any.Type)], resting: [(RestingCounts, messenger: Any.Type)])
    {
        var observed: [(office: PostOffice, messenger: Any.Type)] = [],
            resting: [(RestingCounts, messenger: Any.Type)] = []
        for (listed, messenger) in RegistrarDirectory.all {
            switch listed {
            case .observed(let registrar): observed.append((unsafeDowncast(registrar, to: PostOffice.self), messenger))
            case .resting(let counts): resting.append((counts, messenger))
            }
        }
        return (observed, resting)
    }
}
