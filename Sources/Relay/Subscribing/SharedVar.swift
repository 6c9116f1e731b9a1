#if Relay

    import SwiftObserver

    /// A value that all processes share by its name.
    ///
    /// ```swift
    /// let limit: SharedVar<Int> = relay.shared("limit", initially: 100)
    /// dog.observe(limit) { update in print("The limit is \(update.new) now.") }
    /// limit.value = 200    // here at once, and soon everywhere
    /// ```
    ///
    /// **Order:** Writes of all processes have one order, that of the stream. The last write wins,
    /// and when all writes have arrived, all processes have that value. Until then, a process sees
    /// its own writes at once, and doesn't see writes of other processes that precede them. Not
    /// every value reaches all processes: while the server is away, only the latest value waits.
    ///
    /// **Not promised:** Reading a value, and writing another one that depends on it, isn't atomic
    /// among processes. Let one process own a count.
    ///
    /// **Lifetime:** Keep a reference. When the value is deallocated, it stops reading, and its
    /// observations end. The latest write is still published, while the relay lives.
    ///
    /// **Threads:** It's `Sendable`. Updates are delivered in place, on the thread that writes or
    /// on the one that reads the stream. They form a chain, like those of a variable.
    public final class SharedVar<Value: Equatable & Sendable>: BufferedMessageSource, Sendable {

        private let client: SharedClient<Value>
        private let reader: StreamReader

        init(_ client: SharedClient<Value>, _ reader: StreamReader) {
            self.client = client
            self.reader = reader
            sourceMessenger = client.variable.sourceMessenger
        }

        deinit { reader.stop() }

        /// The messenger of observations.
        public let sourceMessenger: SourceMessenger<Update<Value>>

        /// A promise that's fulfilled when the latest written value has arrived, if there is one.
        public var begun: Promise<RelayID> { client.begun }

        /// An update in which both values are the current one.
        public var latestMessage: Update<Value> { client.variable.latestMessage }

        /// The value, as far as it's known here.
        ///
        /// Setting it takes effect here at once, and publishes the value, even if it's equal.
        public var value: Value {
            get { client.variable.value }
            set { client.write(newValue, as: nil) }
        }

        /// Sets the value on behalf of an author, which only observers in this process see.
        public func set(_ value: Value, as author: AnyObject) { client.write(value, as: author) }

        /// Returns a view whose observations start with the current value.
        public func startingWithLatest() -> BufferedView<Update<Value>> { client.variable.view.startingWithLatest() }
    }

    extension Relay {

        /// Shares a value by its name, encoded as JSON. For details, see ``SharedVar``.
        ///
        /// - Parameters:
        ///   - name: The key of a stream on the server, which must contain only this value.
        ///   - value: The value here until another one is known. It's not published.
        public func shared<Value: Equatable & Codable & Sendable>(
            _ name: String, initially value: Value, file: StaticString = #fileID, line: UInt = #line
        ) -> SharedVar<Value> {
            share(value, name, JSONCoding<Value>(), file, line)
        }

        /// Shares a value by its name. For details, see ``SharedVar``.
        public func shared<Value: Equatable & Sendable>(
            _ name: String, initially value: Value, as coding: some RelayCoding<Value>, file: StaticString = #fileID,
            line: UInt = #line
        ) -> SharedVar<Value> {
            share(value, name, coding, file, line)
        }
    }
#endif
