#if Relay

    import Locked
    import SwiftObserver

    /// The value of one process, and what is known of its own writes.
    ///
    /// As long as own writes have not come back in the stream, those of others don't count: they come before. When the last own one comes back, it's applied again, since
    /// an earlier one of another process may have been applied meanwhile.
    final class SharedClient<Value: Equatable & Sendable>: StreamClient {

        let variable: Variable<Value>
        let begun = Promise<RelayID>()

        /// What is to be published.
        let outgoing = Messenger<Value>()

        private let coding: any RelayCoding<Value>
        private let format: [UInt8]
        private let publisher: RelayPublisher
        private let relay: WeakRelay
        private let state = Locked(OwnWrites())

        /// `@unchecked Sendable` because a weak reference can be read anywhere.
        private struct WeakRelay: @unchecked Sendable {
            weak var relay: Relay?
        }

        init(_ value: Value, _ coding: some RelayCoding<Value>, _ relay: Relay, _ publisher: RelayPublisher) {
            variable = Variable(value)
            self.coding = coding
            format = [UInt8](coding.format.utf8)
            self.relay = WeakRelay(relay: relay)
            self.publisher = publisher
        }

        func write(_ value: Value, as author: AnyObject?) {
            let isSent = state.withLock { $0.add() }
            variable.set(value, as: author ?? variable)
            if isSent { outgoing.send(value) }
        }

        /// Takes note that so many own writes have got numbers, the last of which is this one.
        func number(_ count: Int, latest: UInt64) { state.withLock { $0.number(count, latest: latest) } }

        /// Takes note that an own write is in the stream, and where, or that it never will be.
        func settle(_ number: UInt64, at id: RelayID?) { state.withLock { $0.settle(number, at: id) } }

        func begin(at position: RelayID) {
            if state.withLock({ $0.begin() }) { outgoing.send(variable.value) }
            begun.fulfill(position)
        }

        func noteLatest(_ id: RelayID, _ entry: StreamEntry) {
            if case .message(let head, let bytes) = entry { _ = read(head, bytes, at: id) }
        }

        func read(_ head: MessageHead, _ bytes: UnsafeRawBufferPointer, at id: RelayID) -> String? {
            let applies = state.withLock { $0.read(head.publisher == publisher ? head.number : nil, at: id) }
            guard head.format.elementsEqual(format) else { return "its format isn't '\(coding.format)'" }
            if !applies { return nil }
            do {
                variable.set(try coding.decode(bytes), as: relay.relay ?? variable)
                return nil
            } catch {
                return "\(error)"
            }
        }

        func readsAnew() -> Bool {
            state.withLock { $0.forget() }
            return true
        }

        /// Everyone tries this, and one is the first. As a publisher of its own, since others may have read more of this one.
        func restoration() -> (head: String, bytes: [UInt8])? {
            guard state.withLock({ $0.isShared }), let bytes = try? coding.encode(variable.value) else { return nil }
            return ("\(envelopeStart(of: .random()))1 \(coding.format)", bytes)
        }

        func hasRoom(below limit: Int) -> Bool { true }

        func end() {
            _ = begun.close(within: .zero)
            _ = variable.close(within: .zero)
        }
    }
#endif
