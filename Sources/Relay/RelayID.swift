#if Relay

    /// The id of a message in a stream, which the server assigns.
    ///
    /// It consists of a time in milliseconds, and a number for messages of the same millisecond.
    /// It's `Sendable`, `Codable` and `Comparable`. Its description is the server's form, as in
    /// `1732487760000-3`.
    public struct RelayID: Sendable, Hashable, Comparable, Codable, LosslessStringConvertible {

        /// Milliseconds since 1970, by the clock of the server.
        public let milliseconds: UInt64

        /// The number among messages of the same millisecond.
        public let number: UInt64

        /// Creates an id from its two parts.
        public init(milliseconds: UInt64, number: UInt64) {
            self.milliseconds = milliseconds
            self.number = number
        }

        /// Creates an id from the server's form, or `nil` if the text doesn't have that form.
        public init?(_ description: String) {
            var text = description
            guard let id = text.withUTF8({ RelayID(ascii: UnsafeRawBufferPointer($0)) }) else { return nil }
            self = id
        }

        /// The id before all others.
        public static let zero = RelayID(milliseconds: 0, number: 0)

        /// The id after all others.
        static let max = RelayID(milliseconds: .max, number: .max)

        /// The largest id below this one.
        var predecessor: RelayID {
            if number > 0 { return RelayID(milliseconds: milliseconds, number: number - 1) }
            return milliseconds > 0 ? RelayID(milliseconds: milliseconds - 1, number: .max) : .zero
        }

        /// Returns whether the left id precedes the right one.
        public static func < (left: RelayID, right: RelayID) -> Bool {
            (left.milliseconds, left.number) < (right.milliseconds, right.number)
        }

        /// The server's form.
        public var description: String { "\(milliseconds)-\(number)" }

        /// Decodes the server's form.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            guard let id = RelayID(try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "This isn't a message ID.")
            }
            self = id
        }

        /// Encodes the server's form.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(description)
        }

        /// Reads the server's form from its bytes.
        init?(ascii bytes: UnsafeRawBufferPointer) {
            var parts = bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).makeIterator()
            guard let first = parts.next(), let milliseconds = UInt64(ascii: first), let second = parts.next(),
                let number = UInt64(ascii: second), parts.next() == nil
            else { return nil }
            self.init(milliseconds: milliseconds, number: number)
        }
    }

    extension UInt64 {

        /// Reads an unsigned number from its digits, or `nil` if there are none or other bytes.
        init?(ascii digits: some Collection<UInt8>) {
            guard !digits.isEmpty else { return nil }
            var value: UInt64 = 0
            for digit in digits {
                guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
                let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
                let (sum, isSumTooLarge) = product.addingReportingOverflow(UInt64(digit - UInt8(ascii: "0")))
                if isTooLarge || isSumTooLarge { return nil }
                value = sum
            }
            self = value
        }
    }
#endif
