#if Relay

    /// How messages become bytes, and bytes become messages.
    ///
    /// ``JSONCoding`` serves all that is `Codable`, and ``BytesCoding`` those who have bytes already. For anything else, write one:
    ///
    /// ```swift
    /// struct ColorCoding: RelayCoding {
    ///     let format = "rgb/1"
    ///     func encode(_ color: Color) -> [UInt8] { [color.red, color.green, color.blue] }
    ///     func decode(_ bytes: UnsafeRawBufferPointer) throws -> Color {
    ///         guard bytes.count == 3 else { throw WrongLength() }
    ///         return Color(red: bytes[0], green: bytes[1], blue: bytes[2])
    ///     }
    /// }
    /// ```
    ///
    /// A coding writes one format. To read messages of several formats, as while programs are replaced by newer ones, combine codings:
    /// see ``accepting(_:file:line:_:)`` and ``converted(to:from:)``.
    ///
    /// **Threads:** All functions are called on threads of the relay, one message at a time for each stream. While one runs, what is published or read there
    /// waits.
    public protocol RelayCoding<Message>: Sendable {

        /// What is encoded.
        associatedtype Message: Sendable

        /// What the bytes are, with a version, as in `"rgb/1"`. A subscription reports a problem in place of a message whose format it doesn't accept.
        ///
        /// It's sent along with each message, so it should be short. It must not contain spaces or line breaks.
        var format: String { get }

        /// The formats that can be decoded. By default, that's ``format`` alone.
        ///
        /// The relay asks for them once for each subscription, and compares each message with them in that order.
        var acceptedFormats: [String] { get }

        /// Makes bytes of a message. If this throws, the message is dropped, and the relay tells of a problem.
        func encode(_ message: Message) throws -> [UInt8]

        /// Makes a message of bytes, which can be anything. If this throws, the relay tells of a problem, and goes on.
        func decode(_ bytes: UnsafeRawBufferPointer) throws -> Message

        /// Makes a message of bytes in one of the ``acceptedFormats``. By default, this calls ``decode(_:)``.
        func decode(_ bytes: UnsafeRawBufferPointer, of format: String) throws -> Message
    }

    extension RelayCoding {

        /// The format that is written.
        public var acceptedFormats: [String] { [format] }

        /// Decodes all formats in the same way.
        public func decode(_ bytes: UnsafeRawBufferPointer, of format: String) throws -> Message { try decode(bytes) }
    }
#endif
