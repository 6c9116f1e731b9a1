#if Relay

    import Locked
    import SwiftObserver

    /// The value of one process, with the state of its own writes.
    ///
    /// While own writes have not come back in the stream, writes of other processes don't count:
    /// they precede the own ones. When the last own write comes back, it's applied again, since an
    /// earlier write of another process may have been applied meanwhile.
    ///
    /// `@unchecked Sendable` because the latest value read belongs to the thread that serves the
    /// reader.
    final class SharedClient<Value: Equatable & Sendable>: StreamClient, @unchecked Sendable {

        let variable: Variable<Value>
        let begun = Promise<RelayID>()

        /// Triggers the publication of the latest write, so that writes stay in order.
        ///
        /// The order doesn't depend on the thread that triggers last.
        let outgoing = Messenger<Void>()
        let latestWrite: Locked<Value>

        private let coding: any RelayCoding<Value>
        private let decoder: MessageDecoder<Value>
        private let publisher: RelayPublisher
        private weak var relay: Relay?
        private let state = Locked(OwnWrites())
        private let onDrop = Locked<StoredCall?>(nil)

        /// The stream's latest value, whether it was applied or not.
        private var latestRead: Value?

        init(
            _ value: Value, _ stream: String, _ coding: some RelayCoding<Value>, _ relay: Relay,
            _ publisher: RelayPublisher
        ) {
            variable = Variable(value, named: stream)
            latestWrite = Locked(value)
            self.coding = coding
            decoder = MessageDecoder(coding)
            self.relay = relay
            self.publisher = publisher
        }

        func write(_ value: Value, as author: AnyObject?) {
            state.withLock { $0.beginWrite() }
            // Before handlers run, since a write in a handler is a later one.
            latestWrite.withLock { $0 = value }
            variable.set(value, as: author ?? variable)
            if state.withLock({ $0.endWrite() }) { outgoing.send(()) }
        }

        /// Notes that this many own writes have got numbers, and the latest number.
        func number(_ count: Int, latest: UInt64) { state.withLock { $0.number(count, latest: latest) } }

        /// Notes that an own write is in the stream, or never will be.
        ///
        /// - Parameter id: An id that isn't lower than that of the write, or `nil` if it never will
        ///   be.
        func settle(_ number: UInt64, at id: RelayID?) {
            let hasDrop = state.withLock { state in
                state.settle(number, at: id)
                return state.hasDrop
            }
            if hasDrop { onDrop.withLock { $0 }?.run() }
        }

        /// Sets a closure that lets the stream's value be restored when an own write was dropped.
        func onDrop(_ act: @escaping @Sendable () -> Void) { onDrop.withLock { $0 = StoredCall(run: act) } }

        var wantsLatest: Bool { true }
        var backlog: Int { variable.backlog }

        func begin(at position: RelayID) {
            if state.withLock({ $0.begin() }) { outgoing.send(()) }
            begun.fulfill(position)
        }

        func read(_ head: MessageHead, _ bytes: UnsafeRawBufferPointer, at id: RelayID) -> String? {
            let applies = state.withLock { $0.read(head.publisher == publisher ? head.number : nil, at: id) }
            do {
                let value = try decoder.decode(bytes, of: head.format)
                latestRead = value
                if applies { variable.set(value, as: relay ?? variable) }
                return nil
            } catch {
                return "\(error)"
            }
        }

        /// Restores the stream's value if an own write was dropped.
        func room(below limit: Int, whenFree: @escaping @Sendable () -> Void) -> Room {
            if state.withLock({ $0.takeDrop() }), let latestRead { variable.set(latestRead, as: relay ?? variable) }
            return .free
        }

        func willAsk() { state.withLock { $0.ask() } }

        func hasLost(after last: RelayID?) -> Bool { state.withLock { $0.hasLost(after: last) } }

        func readsAnew() -> Bool {
            state.withLock { $0.forget() }
            return true
        }

        /// The entry by which to restore the value in the stream.
        ///
        /// All processes try this, and one is the first. The entry has its own publisher, since
        /// other processes may have read later messages of this one.
        func restoration() -> (head: String, bytes: [UInt8])? {
            guard state.withLock({ $0.isShared }), let bytes = try? coding.encode(variable.value) else { return nil }
            return ("\(envelopeStart(of: .random()))1 \(coding.format)", bytes)
        }

        func end() {
            // A write that waited for the beginning is still published.
            if state.withLock({ $0.begin() }) { outgoing.send(()) }
            _ = begun.close(within: .zero)
            _ = variable.close(within: .zero)
        }
    }
#endif
