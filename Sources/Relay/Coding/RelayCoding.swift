#if Relay

    /// Converts messages to bytes, and bytes to messages.
    ///
    /// Use ``JSONCoding`` for `Codable` messages, and ``BytesCoding`` for bytes. For anything else,
    /// write a coding:
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
    /// A coding writes one format. To read messages of several formats, for example while you
    /// replace programs by newer ones, combine codings: see
    /// ``accepting(_:file:line:_:)`` and ``converted(to:from:)``.
    ///
    /// **Threads:** The relay calls all functions on its threads, one message at a time for each
    /// stream. While a function runs, later messages to publish or read there wait.
    public protocol RelayCoding<Message>: Sendable {

        /// The type of message.
        associatedtype Message: Sendable

        /// The name of the format, with a version, as in `"rgb/1"`.
        ///
        /// A subscription reports a problem in place of a message whose format it doesn't accept.
        ///
        /// Each message contains the name, so keep it short. It must not contain spaces or line
        /// breaks.
        var format: String { get }

        /// The formats that can be decoded. By default, that's ``format`` alone.
        ///
        /// The relay reads them once for each subscription, and compares each message with them in
        /// that order.
        var acceptedFormats: [String] { get }

        /// Converts a message to bytes.
        ///
        /// If this throws, the relay drops the message and reports a problem.
        func encode(_ message: Message) throws -> [UInt8]

        /// Converts bytes to a message. The bytes can have any content.
        ///
        /// If this throws, the relay reports a problem and continues.
        func decode(_ bytes: UnsafeRawBufferPointer) throws -> Message

        /// Converts bytes in one of the ``acceptedFormats``. By default, it calls ``decode(_:)``.
        func decode(_ bytes: UnsafeRawBufferPointer, of format: String) throws -> Message
    }

    extension RelayCoding {

        /// The format that the coding writes.
        public var acceptedFormats: [String] { [format] }

        /// Decodes all formats in the same way.
        public func decode(_ bytes: UnsafeRawBufferPointer, of format: String) throws -> Message { try decode(bytes) }
    }
#endif
