#if Relay

    /// Writes and reads the formats of a coding, for messages of another type.
    private struct ConvertedCoding<Base: RelayCoding, Message: Sendable>: RelayCoding {

        let base: Base
        let toMessage: @Sendable (Base.Message) throws -> Message
        let fromMessage: @Sendable (Message) throws -> Base.Message

        var format: String { base.format }
        var acceptedFormats: [String] { base.acceptedFormats }

        func encode(_ message: Message) throws -> [UInt8] { try base.encode(fromMessage(message)) }

        func decode(_ bytes: UnsafeRawBufferPointer) throws -> Message { try toMessage(base.decode(bytes)) }

        func decode(_ bytes: UnsafeRawBufferPointer, of format: String) throws -> Message {
            try toMessage(base.decode(bytes, of: format))
        }
    }

    extension RelayCoding {

        /// A coding of the same formats for messages of another type.
        ///
        /// ```swift
        /// let old = JSONCoding(of: OldOrder.self, named: "Order")
        /// relay.publish(orders, to: "orders", as: old.converted(to: Order.init, from: OldOrder.init))
        /// ```
        ///
        /// So a program with a new type can write the old format, as long as programs run that
        /// can't read the new one.
        ///
        /// If a closure throws, the relay reports that the message can't be decoded or encoded.
        ///
        /// - Parameters:
        ///   - toMessage: Converts a message that this coding has decoded.
        ///   - fromMessage: Converts a message to one that this coding can encode.
        public func converted<New: Sendable>(
            to toMessage: @escaping @Sendable (Message) throws -> New,
            from fromMessage: @escaping @Sendable (New) throws -> Message
        ) -> some RelayCoding<New> {
            ConvertedCoding(base: self, toMessage: toMessage, fromMessage: fromMessage)
        }
    }
#endif
