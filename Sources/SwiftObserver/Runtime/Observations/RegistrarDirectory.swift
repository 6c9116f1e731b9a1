/// All registrars that have had observations, so that those are found, too, that were there before watching was turned on.
///
/// It keeps none of them alive. A registrar removes itself before it dies. It's divided, so that threads rarely meet here.
enum RegistrarDirectory {

    /// Under each of these, locks of registrars are taken, one at a time.
    private static let parts = (0..<Tuning.directoryParts).map { _ in Protected(Part()) }

    private struct Part {

        /// The registrars. What is `nil` is free to be used again.
        var entries: [Entry?] = []
        var free: [Int] = []

        /// How many were ever added.
        var count = 0

        mutating func add(_ entry: Entry) -> Int {
            count += 1
            guard let index = free.popLast() else {
                entries.append(entry)
                return entries.count - 1
            }
            entries[index] = entry
            return index
        }

        mutating func remove(at index: Int) -> Entry? {
            let entry = entries[index].take()
            free.append(index)
            // If none is left, no memory is.
            if free.count == entries.count { self = Part(count: count) }
            return entry
        }
    }

    private struct Entry {
        let registrar: Unmanaged<ObservationRegistrar>
        let messenger: Any.Type
    }

    static func add(_ registrar: ObservationRegistrar, _ messenger: Any.Type) -> RegistrarListing {
        // Objects of that size are mostly that far apart.
        let address = UInt(bitPattern: Unmanaged.passUnretained(registrar).toOpaque())
        let part = Int(address / 64 % UInt(parts.count))
        let (index, count) = parts[part].withLock {
            ($0.add(Entry(registrar: .passUnretained(registrar), messenger: messenger)), $0.count)
        }
        return RegistrarListing(number: count * parts.count + part, index: Int32(index))
    }

    /// Removes a registrar. Returns the type of its messenger.
    @discardableResult
    static func remove(_ listing: RegistrarListing) -> Any.Type? {
        parts[part(of: listing)].withLock { $0.remove(at: Int(listing.index)) }?.messenger
    }

    /// All that are observed right now, with the types of their messengers. O(n) in registrars.
    ///
    /// A registrar that is about to die waits for the lock, and so isn't gone. It has no observations any more, since these hold
    /// it. One that has some can be retained.
    static var observed: [(registrar: ObservationRegistrar, messenger: Any.Type)] {
        compactMap { $0.isObserved ? (registrar: $0, messenger: $1) : nil }
    }

    /// One that has had observations.
    enum Listed {
        case observed(ObservationRegistrar)

        /// It isn't observed. Since nothing else need hold it, it can't be retained.
        case resting(RestingCounts)
    }

    /// All that were ever observed and live, each once, with the types of their messengers. O(n) in registrars.
    static var all: [(listed: Listed, messenger: Any.Type)] {
        compactMap { ($0.isObserved ? .observed($0) : .resting($0.restingCounts), $1) }
    }

    private static func compactMap<Result>(_ transform: (ObservationRegistrar, Any.Type) -> Result?) -> [Result] {
        parts.flatMap { part in
            part.withLock { part in
                part.entries.compactMap { entry in
                    entry.flatMap { entry in
                        entry.registrar._withUnsafeGuaranteedRef { transform($0, entry.messenger) }
                    }
                }
            }
        }
    }

    private static func part(of listing: RegistrarListing) -> Int { listing.number % parts.count }

    /// The type of its messenger.
    static func messenger(at listing: RegistrarListing) -> Any.Type? {
        parts[part(of: listing)].withLock { $0.entries[Int(listing.index)]?.messenger }
    }
}

/// Where a registrar is listed.
struct RegistrarListing {

    /// Identifies the registrar among all that were ever listed. It's at least 1.
    let number: Int
    let index: Int32
}
