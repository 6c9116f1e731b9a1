/// The first bytes of a file.
///
/// They show whether a file is still the one whose place was stored, or has been replaced.
struct Head: Sendable, Codable, Equatable {

    static let limit = 1024

    let length: Int
    let hash: UInt64

    /// Makes the head of these bytes: a Fowler–Noll–Vo hash.
    init(of bytes: some Sequence<UInt8>) {
        var length = 0
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes.prefix(Self.limit) {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
            length += 1
        }
        (self.length, self.hash) = (length, hash)
    }

    init(length: Int, hash: UInt64) { (self.length, self.hash) = (length, hash) }

    /// `true` if a file that begins with these bytes may be the same file, which has grown.
    func isHead(of bytes: [UInt8]) -> Bool { bytes.count >= length && Head(of: bytes.prefix(length)) == self }
}
