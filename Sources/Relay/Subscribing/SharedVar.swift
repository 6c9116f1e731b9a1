#if Relay

    import SwiftObserver

    /// A value that all processes share who share one of that name.
    ///
    /// ```swift
    /// let limit: SharedVar<Int> = relay.shared("limit", initially: 100)
    /// dog.observe(limit) { update in print("The limit is \(update.new) now.") }
    /// limit.value = 200    // here at once, and soon everywhere
    /// ```
    ///
    /// **Order:** Writes of all processes have one order, that of the stream. The last one wins, and when all of them have arrived, all have that value. Until then, a process sees its own writes at
    /// once, and doesn't see those of others that come before these. Not every value gets everywhere: only the latest one waits while the server is away.
    ///
    /// **Not promised:** To read a value and to write another one that depends on it isn't atomic among processes. Let one process own what is counted.
    ///
    /// **Lifetime:** Someone must hold it. When it dies, it reads no more, and its observations end. The latest write is still published, as long as the relay lives.
    ///
    /// **Threads:** It's `Sendable`. Updates are delivered in place, on the thread that writes or on the one that reads the stream. They form a chain, like those of a variable.
    public final class SharedVar<Value: Equatable & Sendable>: BufferedMessageSource, Sendable {

        private let client: SharedClient<Value>
        private let reader: StreamReader

        init(_ client: SharedClient<Value>, _ reader: StreamReader) {
            self.client = client
            self.reader = reader
            sourceMessenger = client.variable.sourceMessenger
        }

        deinit { reader.stop() }

        /// Where observations are registered.
        public let sourceMessenger: SourceMessenger<Update<Value>>

        /// Kept as soon as the value that was written last is here, if there is one.
        public var begun: Promise<RelayID> { client.begun }

        /// An update in which both values are the current one.
        public var latestMessage: Update<Value> { client.variable.latestMessage }

        /// The value, as far as it's known here. To set it sets it here at once, and publishes it, also if it's equal.
        public var value: Value {
            get { client.variable.value }
            set { client.write(newValue, as: nil) }
        }

        /// Sets the value on behalf of an author. Only observers in this process see who that is.
        public func set(_ value: Value, as author: AnyObject) { client.write(value, as: author) }

        /// Stands for this in one thing: whoever observes the result starts with the current value.
        public func startingWithLatest() -> BufferedView<Update<Value>> { client.variable.view.startingWithLatest() }
    }

    extension Relay {

        /// Shares a value with all who share one of that name, encoded as JSON. For details, see ``SharedVar``.
        ///
        /// - Parameters:
        ///   - name: The key of a stream on the server, for nothing else.
        ///   - value: What the value is here until one is known. It's not published.
        public func shared<Value: Equatable & Codable & Sendable>(
            _ name: String, initially value: Value, file: StaticString = #fileID, line: UInt = #line
        ) -> SharedVar<Value> {
            share(value, name, JSONCoding<Value>(), file, line)
        }

        /// Shares a value with all who share one of that name. For details, see ``SharedVar``.
        public func shared<Value: Equatable & Sendable>(
            _ name: String, initially value: Value, as coding: some RelayCoding<Value>, file: StaticString = #fileID,
            line: UInt = #line
        ) -> SharedVar<Value> {
            share(value, name, coding, file, line)
        }
    }
#endif
