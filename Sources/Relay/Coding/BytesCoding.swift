#if Relay

    /// Passes bytes on unchanged, for messages that are bytes already.
    ///
    /// It's `Sendable`.
    public struct BytesCoding: RelayCoding {

        /// The name of the format of the bytes.
        public let format: String

        /// Creates a coding for bytes of a format.
        public init(format: String = "bytes") { self.format = format }

        /// Returns the bytes.
        public func encode(_ message: [UInt8]) -> [UInt8] { message }

        /// Copies the bytes.
        public func decode(_ bytes: UnsafeRawBufferPointer) -> [UInt8] { [UInt8](bytes) }
    }
#endif
