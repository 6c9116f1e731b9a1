#if Relay

    /// Who publishes: one relay, in one run of a program. It has a new number each time that a relay is created.
    ///
    /// It's `Sendable`, `Hashable` and `Codable`. Its description is that number, as it stands in streams.
    public struct RelayPublisher: Sendable, Hashable, Codable, CustomStringConvertible {

        /// A random number.
        let number: UInt64

        init(number: UInt64) { self.number = number }

        /// A publisher that nobody else is.
        static func random() -> RelayPublisher { RelayPublisher(number: .random(in: 1...UInt64.max)) }

        /// The number, in 16 hexadecimal digits.
        public var description: String {
            let digits = String(number, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
    }
#endif
