#if Relay

    import SwiftObserver

    /// A task-local value that travels with messages from one process to another.
    ///
    /// ```swift
    /// enum Trace {
    ///     @TaskLocal static var id: String?
    ///     static let header = RelayHeader("trace", $id)
    /// }
    ///
    /// // one process
    /// relay.publish(orders, to: "orders", carrying: [Trace.header])
    /// Trace.$id.withValue("a1") { orders.send(order) }
    ///
    /// // another one
    /// let remoteOrders: RemoteMessages<Order> = relay.subscribe("orders", carrying: [Trace.header])
    /// shop.observe(remoteOrders) { order in print(Trace.id ?? "no trace") }  // prints "a1"
    /// ```
    ///
    /// The relay takes the value of the task or thread that calls `send`, at that moment. Handlers
    /// in place find it. Handlers on a queue or an actor find it if their place carries it, too:
    /// see `carrying(_:)` of places.
    ///
    /// **Drain:** An observable that is published with headers is drained when its messages wait in
    /// the relay, even if they aren't encoded yet.
    ///
    /// **Absence:** A value of `nil` isn't written. If a message has no such header, or its text
    /// can't be converted, handlers find the default value. The relay doesn't report that:
    /// ``RelayEntry/headers`` still shows the text.
    ///
    /// **Limits:** Names and texts count toward ``RelayServer/largestMessage``. Names should be
    /// short, since each message repeats them. Shared values carry no headers.
    ///
    /// It's `Sendable`.
    ///
    /// - Complexity: Some allocations for each header of each message. Publications and
    ///   subscriptions without headers cost nothing.
    public struct RelayHeader: Sendable {

        /// The name on both sides.
        public let name: String

        /// The name of the field in an entry.
        let field: String

        fileprivate let place: @Sendable (any DeliveryPlace) -> CarryingPlace
        fileprivate let currentText: @Sendable () -> String?
        fileprivate let run: @Sendable (_ text: String, _ handle: () -> Void) -> Void

        /// Creates a header of an optional value, which is written only if there is one.
        ///
        /// - Parameters:
        ///   - name: The name on both sides, as in `"trace"`.
        ///   - local: The value, as in `Trace.$id`.
        public init<Value: LosslessStringConvertible & Sendable>(_ name: String, _ local: TaskLocal<Value?>) {
            self.init(name, local, text: { $0?.description }, value: { Value($0) })
        }

        /// Creates a header of a value that every message contains.
        ///
        /// - Parameters:
        ///   - name: The name on both sides, as in `"trace"`.
        ///   - local: The value, as in `Trace.$id`.
        public init<Value: LosslessStringConvertible & Sendable>(_ name: String, _ local: TaskLocal<Value>) {
            self.init(name, local, text: { $0.description }, value: { Value($0) })
        }

        private init<Value: Sendable>(
            _ name: String, _ local: TaskLocal<Value>, text: @escaping @Sendable (Value) -> String?,
            value: @escaping @Sendable (String) -> Value?
        ) {
            self.name = name
            field = HeaderView.prefix + name
            place = { $0.carrying(local) }
            currentText = { text(local.get()) }
            run = { text, handle in
                if let value = value(text) { local.withValue(value, operation: handle) } else { handle() }
            }
        }
    }

    extension [RelayHeader] {

        /// A place to which messages carry the values of their senders.
        func carrying(to place: any DeliveryPlace) -> any DeliveryPlace { reduce(place) { $1.place($0) } }

        /// The fields for the values of the current task or thread.
        var fields: [HeaderField] {
            compactMap { header in header.currentText().map { HeaderField(name: header.field, text: $0) } }
        }

        /// Runs a closure in which these texts set the task-local values.
        func run(with texts: [String: String], _ handle: () -> Void) { self[...].run(with: texts, handle) }

        /// Stops the program if a name is empty or occurs twice.
        func check(_ file: StaticString, _ line: UInt) {
            var names: Set<String> = []
            for header in self {
                if header.name.isEmpty {
                    fatalError(
                        "Relay: a header's name is empty. Pass a name, as in `\"trace\"`.", file: file, line: line)
                }
                if !names.insert(header.name).inserted {
                    fatalError(
                        "Relay: two headers have the name '\(header.name)'. Give each header a unique name.",
                        file: file, line: line)
                }
            }
        }
    }

    extension ArraySlice<RelayHeader> {

        fileprivate func run(with texts: [String: String], _ handle: () -> Void) {
            guard !texts.isEmpty, let header = first else { return handle() }
            let rest = dropFirst()
            guard let text = texts[header.name] else { return rest.run(with: texts, handle) }
            header.run(text) { rest.run(with: texts, handle) }
        }
    }
#endif
