/// All offices that have had observations, so that those are found, too, that were there before watching was turned on.
///
/// It keeps none of them alive. An office removes itself before it dies. It's divided, so that threads rarely meet here.
enum OfficeDirectory {

    /// Under each of these, locks of offices are taken, one at a time.
    private static let parts = (0..<Tuning.directoryParts).map { _ in Protected(Part()) }

    private struct Part {

        /// The offices. What is `nil` is free to be used again.
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
        let pin: ObserverPin
        let messenger: Any.Type
    }

    static func add(_ office: PostOffice, _ messenger: Any.Type) -> OfficeListing {
        // Objects of that size are mostly that far apart.
        let address = UInt(bitPattern: Unmanaged.passUnretained(office).toOpaque())
        let part = Int(address / 64 % UInt(parts.count))
        let (index, count) = parts[part].withLock {
            ($0.add(Entry(pin: ObserverPin(office), messenger: messenger)), $0.count)
        }
        return OfficeListing(number: count * parts.count + part, index: Int32(index))
    }

    /// Removes an office. Returns the type of its messenger.
    static func remove(_ listing: OfficeListing) -> Any.Type? {
        parts[part(of: listing)].withLock { $0.remove(at: Int(listing.index)) }?.messenger
    }

    /// All that were ever observed and live, each once, with the types of their messengers. O(n) in offices.
    ///
    /// One that has begun to die waits for the lock, so its memory is there. It's passed over. The others are retained in one step, and
    /// nothing else is done with them under the lock: whoever gets one may be the last to let go of it.
    static var living: [(office: PostOffice, messenger: Any.Type)] {
        parts.flatMap { part in
            part.withLock { part in
                part.entries.compactMap { entry in
                    entry.flatMap { entry in
                        entry.pin.observer.map { (unsafeDowncast($0, to: PostOffice.self), entry.messenger) }
                    }
                }
            }
        }
    }

    /// Those of them that are observed right now.
    static var observed: [(office: PostOffice, messenger: Any.Type)] { living.filter(\.office.isObserved) }

    private static func part(of listing: OfficeListing) -> Int { listing.number % parts.count }

    /// The type of its messenger.
    static func messenger(at listing: OfficeListing) -> Any.Type? {
        parts[part(of: listing)].withLock { $0.entries[Int(listing.index)]?.messenger }
    }
}
