#if Relay

    /// A publisher: one relay, in one run of a program.
    ///
    /// It gets a new number each time that a relay is created. It's `Sendable`, `Hashable` and
    /// `Codable`. Its description is that number, as streams contain it.
    public struct RelayPublisher: Sendable, Hashable, Codable, CustomStringConvertible {

        /// A random number.
        let number: UInt64

        init(number: UInt64) { self.number = number }

        /// Creates a publisher that differs from all others.
        static func random() -> RelayPublisher { RelayPublisher(number: .random(in: 1...UInt64.max)) }

        /// The number, in 16 hexadecimal digits.
        public var description: String {
            let digits = String(number, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
    }
#endif
