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
    /// It's `Sendable`. It uses Foundation, which the library itself doesn't.
    public struct JSONCoding<Message: Codable & Sendable>: RelayCoding {

        /// The name and the version of what is encoded, as in `"json/Color/1"`.
        public let format: String

        /// Creates a coding.
        ///
        /// - Parameters:
        ///   - name: What both sides call the type. By default, that's its name in Swift.
        ///   - version: To be raised when old programs can't decode it any more. They get a problem for each message then.
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
