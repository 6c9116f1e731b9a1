#if Relay

    /// Decodes messages of the formats that a coding accepts.
    struct MessageDecoder<Message: Sendable>: Sendable {

        private let coding: any RelayCoding<Message>

        /// The formats, with their bytes, so that no message needs a text of its format.
        private let formats: [(name: String, bytes: [UInt8])]

        init(_ coding: some RelayCoding<Message>) {
            self.coding = coding
            formats = coding.acceptedFormats.map { ($0, [UInt8]($0.utf8)) }
        }

        /// Decodes a message. The description of an error is the reason for a problem.
        func decode(_ bytes: UnsafeRawBufferPointer, of format: UnsafeRawBufferPointer) throws -> Message {
            for (name, nameBytes) in formats where format.elementsEqual(nameBytes) {
                return try coding.decode(bytes, of: name)
            }
            throw UnacceptedFormat(
                description:
                    "its format is '\(String(decoding: format.prefix(100), as: UTF8.self))', not \(formats.map { "'\($0.name)'" }.joined(separator: " or "))"
            )
        }
    }

    private struct UnacceptedFormat: Error, CustomStringConvertible { let description: String }
#endif
