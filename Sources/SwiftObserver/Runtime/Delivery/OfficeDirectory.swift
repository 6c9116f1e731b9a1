/// All offices that have had observations, including those from before watching began.
///
/// The directory keeps no office alive. An office removes itself before it's deallocated. The
/// directory has several parts, so that threads rarely contend.
enum OfficeDirectory {

    /// No other lock is taken while one of these is held.
    private static let parts = (0..<Tuning.directoryParts).map { _ in Protected(Part()) }

    private struct Part {

        /// The offices. A `nil` entry is free to be used again.
        var entries: [Entry?] = []
        var free: [Int] = []

        /// The number of offices that were ever added.
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
            // Without offices, there's no memory for them.
            if free.count == entries.count { self = Part(count: count) }
            return entry
        }
    }

    private struct Entry {
        let pin: ObserverPin
        let messenger: Any.Type
    }

    static func add(_ office: PostOffice, _ messenger: Any.Type) -> OfficeListing {
        // Objects of this size are usually 64 bytes apart.
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

    /// All living offices that were ever observed, each once, with the types of their messengers.
    ///
    /// An office whose `deinit` has begun waits for the lock, so its memory is still there. It's
    /// skipped. The others are retained in one step, and nothing else is done with them under the
    /// lock: the caller may release the last reference. O(n) in offices.
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

    /// The living offices that are observed right now.
    static var observed: [(office: PostOffice, messenger: Any.Type)] { living.filter(\.office.isObserved) }

    private static func part(of listing: OfficeListing) -> Int { listing.number % parts.count }

    /// Returns the type of the messenger of a listed office.
    static func messenger(at listing: OfficeListing) -> Any.Type? {
        parts[part(of: listing)].withLock { $0.entries[Int(listing.index)]?.messenger }
    }
}
