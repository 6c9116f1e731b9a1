import StressSupport

/// Checks whether the process grows after it has warmed up.
struct MemoryWatch {

    private var highestWhileWarmingUp = 0.0
    private(set) var highest = 0.0

    /// The main memory that the process uses, in MB.
    static var resident: Double { Double(residentBytes() ?? 0) / 1_048_576 }

    /// The limit. It leaves room for the allocator, since threads and objects of all sizes come and
    /// go.
    private var limit: Double { 1.3 * highestWhileWarmingUp + 32 }

    /// Takes a sample. Returns `true` if all is fine.
    mutating func sample(isWarmingUp: Bool) -> Bool {
        let size = Self.resident
        highest = max(highest, size)
        if isWarmingUp { highestWhileWarmingUp = max(highestWhileWarmingUp, size) }
        return size <= limit
    }

    var description: String {
        "\(Int(highestWhileWarmingUp)) MB during warm-up, then at most \(Int(highest)) MB of \(Int(limit)) MB allowed"
    }
}
