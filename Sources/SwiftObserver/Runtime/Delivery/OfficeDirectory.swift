/// All offices that have been observed, so that those are found, too, that were there before watching was turned on.
///
/// It keeps none of them alive. An office removes itself before it dies. It's divided, so that threads rarely meet here.
enum OfficeDirectory {

    /// Under each of these, locks of offices are taken, one at a time.
    private static let parts = (0..<16).map { _ in Protected(Part()) }

    private struct Part {

        /// The offices. What is `nil` is free to be used again.
        var entries: [Entry?] = []
        var free: [Int] = []

        mutating func add(_ entry: Entry) -> Int {
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
            if free.count == entries.count { self = Part() }
            return entry
        }
    }

    private struct Entry {
        let office: Unmanaged<PostOffice>
        let messenger: Any.Type
    }

    static func add(_ office: PostOffice, _ messenger: Any.Type) -> OfficeListing {
        let address = UInt(bitPattern: Unmanaged.passUnretained(office).toOpaque())
        let part = Int(address / 64 % UInt(parts.count))
        let index = parts[part].withLock { $0.add(Entry(office: .passUnretained(office), messenger: messenger)) }
        return OfficeListing(part: part, index: index)
    }

    /// Removes an office. Returns the type of its messenger.
    @discardableResult
    static func remove(_ listing: OfficeListing) -> Any.Type? {
        parts[listing.part].withLock { $0.remove(at: listing.index) }?.messenger
    }

    /// All offices that are observed right now, with the types of their messengers. O(n) in offices.
    ///
    /// An office that is about to die waits for the lock, and so isn't gone. It has no observations any more, since these hold
    /// it. One that has some can be retained.
    static var observed: [(office: PostOffice, messenger: Any.Type)] {
        parts.flatMap { part in
            part.withLock { part in
                part.entries.compactMap { entry in
                    entry?.office._withUnsafeGuaranteedRef {
                        $0.isObserved ? (office: $0, messenger: entry!.messenger) : nil
                    }
                }
            }
        }
    }

    /// The type of an office's messenger.
    static func messenger(at listing: OfficeListing) -> Any.Type? {
        parts[listing.part].withLock { $0.entries[listing.index]?.messenger }
    }
}

/// Where an office is listed.
struct OfficeListing {
    fileprivate let part: Int
    fileprivate let index: Int
}
