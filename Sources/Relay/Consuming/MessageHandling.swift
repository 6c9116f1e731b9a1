#if Relay

    /// Decodes messages for a handler, without exposing their type.
    struct MessageHandling: Sendable {

        /// Returns the handler's call for a message, or the reason why the message can't be
        /// decoded.
        let prepare: @Sendable (MessageHead, UnsafeRawBufferPointer) -> Prepared

        enum Prepared {
            case call(@Sendable () async throws -> Void)
            case undecodable(reason: String)
        }

        /// The task-local values that handlers find.
        private let headers: [RelayHeader]

        init<Message: Sendable>(
            _ coding: some RelayCoding<Message>, carrying headers: [RelayHeader],
            _ handler: @escaping @Sendable (Message) async throws -> Void
        ) {
            self.headers = headers
            let decoder = MessageDecoder(coding)
            prepare = { head, bytes in
                do {
                    let message = try decoder.decode(bytes, of: head.format)
                    return .call { try await handler(message) }
                } catch {
                    return .undecodable(reason: "\(error)")
                }
            }
        }

        /// Runs a closure that finds the task-local values of a message.
        ///
        /// Tasks that the closure creates find them, too.
        func run(with head: MessageHead, _ body: () -> Void) {
            headers.run(with: headers.isEmpty ? [:] : head.headers.texts, body)
        }
    }
#endif
