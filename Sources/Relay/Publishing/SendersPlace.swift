#if Relay

    import SwiftObserver

    /// Runs blocks at once, on the threads that send.
    ///
    /// An observation here gets each message with the task-local values of its sender, also where
    /// another thread delivers. A transform in place would find those of the thread that delivers.
    final class SendersPlace: DeliveryPlace {

        /// `true` while a message without a sender is handled. Time has caused it.
        @TaskLocal private static var lacksSender = false

        func enqueue(_ block: @escaping @Sendable () -> Void) {
            // Messages with a sender carry the value that is set nowhere.
            Self.$lacksSender.withValue(true) { block() }
        }

        /// Passes on what a source sends, with the headers that senders set meanwhile.
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
