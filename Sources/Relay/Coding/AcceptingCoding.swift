#if Relay

    /// Writes the format of one coding, and also reads the formats of another one.
    private struct AcceptingCoding<Own: RelayCoding, Other: RelayCoding>: RelayCoding {

        let own: Own
        let ownFormats: [String]
        let other: Other
        let convert: @Sendable (Other.Message) throws -> Own.Message

        var format: String { own.format }
        var acceptedFormats: [String] { ownFormats + other.acceptedFormats }

        func encode(_ message: Own.Message) throws -> [UInt8] { try own.encode(message) }

        func decode(_ bytes: UnsafeRawBufferPointer) throws -> Own.Message { try own.decode(bytes) }

        func decode(_ bytes: UnsafeRawBufferPointer, of format: String) throws -> Own.Message {
            if ownFormats.contains(format) { return try own.decode(bytes, of: format) }
            return try convert(other.decode(bytes, of: format))
        }
    }

    extension RelayCoding {

        /// A coding that writes the format of this one, and also reads the formats of another one.
        ///
        /// ```swift
        /// let coding = JSONCoding<Order>(version: 2).accepting(JSONCoding(of: OldOrder.self, named: "Order")) { old in
        ///     Order(number: old.number, count: 1)
        /// }
        /// let remoteOrders = relay.subscribe("orders", as: coding)
        /// ```
        ///
        /// If the closure throws, the relay reports that the message can't be decoded.
        ///
        /// - Parameters:
        ///   - other: The other coding. The program stops if it accepts a format that this one also
        ///     accepts.
        ///   - convert: Converts a message that the other coding has decoded.
        public func accepting<Other: RelayCoding>(
            _ other: Other, file: StaticString = #fileID, line: UInt = #line,
            _ convert: @escaping @Sendable (Other.Message) throws -> Message
        ) -> some RelayCoding<Message> {
            let ownFormats = acceptedFormats
            if let format = other.acceptedFormats.first(where: ownFormats.contains) {
                fatalError(
                    "Relay: both codings accept the format '\(format)'. Give the new one another version, as in `JSONCoding<Order>(version: 2)`.",
                    file: file, line: line)
            }
            return AcceptingCoding(own: self, ownFormats: ownFormats, other: other, convert: convert)
        }
    }
#endif
