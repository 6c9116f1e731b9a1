#if Relay

    import SwiftObserver

    /// Runs blocks at once, on the threads that send.
    ///
    /// An observation here receives each message with the task-local values of its sender, even if
    /// another thread delivers. A transform in place would find those of the delivering thread.
    final class SendersPlace: DeliveryPlace {

        /// `true` while a message without a sender is handled, such as one that a clock has caused.
        @TaskLocal private static var lacksSender = false

        func enqueue(_ block: @escaping @Sendable () -> Void) {
            // Messages with a sender carry the default value.
            Self.$lacksSender.withValue(true) { block() }
        }

        /// Passes on the messages of a source, with the headers that senders have set.
        ///
        /// The handler of the messenger finds them by `carrying(HeaderField.$current)`.
        ///
        /// - Returns: The observation of the source.
        @discardableResult
        static func pass<Source: MessageSource>(
            _ source: Source, to messenger: Messenger<Source.Message>, _ headers: [RelayHeader],
            _ observer: FreeObserver, _ file: StaticString, _ line: UInt
        ) -> ObservationHandle where Source.Message: Sendable {
            let place = headers.carrying(to: SendersPlace().carrying($lacksSender))
            return observer.observe(source, on: place, file: file, line: line) { message in
                HeaderField.$current.withValue(lacksSender ? [] : headers.fields) { messenger.send(message) }
            }
        }
    }
#endif
