/// A message of the kill tests, with its sender and number.
///
/// It also has filler bytes, which prove that no messages were mixed up.
public struct Payload: Equatable {

    public let tag: UInt32
    public let index: UInt32

    public init(tag: UInt32, index: UInt32) {
        self.tag = tag
        self.index = index
    }

    /// The minimum size in bytes.
    public static let smallest = 16

    /// The message in this many bytes, or in the minimum size.
    public func bytes(count: Int) -> [UInt8] {
        let count = max(count, Self.smallest)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        for number in [tag, index, UInt32(count), tag &* 31 &+ index &* 17 &+ UInt32(count)] {
            for shift in [0, 8, 16, 24] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
        }
        bytes.append(contentsOf: repeatElement(fillerByte, count: count - Self.smallest))
        return bytes
    }

    private var fillerByte: UInt8 { UInt8(truncatingIfNeeded: index ^ tag) }

    /// Reads a message, or returns `nil` if any byte is wrong.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.smallest else { return nil }
        let numbers = (0..<4).map { word in
            (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[4 * word + $1]) << UInt32(8 * $1) }
        }
        self.init(tag: numbers[0], index: numbers[1])
        guard Int(numbers[2]) == bytes.count, numbers[3] == tag &* 31 &+ index &* 17 &+ numbers[2] else { return nil }
        let filler = fillerByte
        guard bytes[Self.smallest...].allSatisfy({ $0 == filler }) else { return nil }
    }
}
