#if Relay

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// Encodes messages as JSON.
    ///
    /// ```swift
    /// relay.publish(sky, to: "sky", as: JSONCoding(of: Color.self, named: "Color", version: 2))
    /// ```
    ///
    /// It's `Sendable`. It uses Foundation, unlike the library itself.
    public struct JSONCoding<Message: Codable & Sendable>: RelayCoding {

        /// The name of the type and the version, as in `"json/Color/1"`.
        public let format: String

        /// Creates a coding.
        ///
        /// - Parameters:
        ///   - name: The name of the type, which must be the same on both sides. By default, it's
        ///     the name in Swift.
        ///   - version: The version of the format. Raise it when old programs can no longer decode
        ///     messages. Then they get a problem for each message.
        public init(of: Message.Type = Message.self, named name: String? = nil, version: Int = 1) {
            let name = name ?? String(describing: Message.self)
            format = "json/\(name.split(whereSeparator: \.isWhitespace).joined(separator: "_"))/\(version)"
        }

        /// Encodes a message.
        public func encode(_ message: Message) throws -> [UInt8] { [UInt8](try JSONEncoder().encode(message)) }

        /// Decodes a message.
        public func decode(_ bytes: UnsafeRawBufferPointer) throws -> Message {
            try JSONDecoder().decode(Message.self, from: Data(bytes))
        }
    }
#endif
