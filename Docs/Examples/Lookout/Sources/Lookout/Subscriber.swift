import CMicroHTTPD
import SwiftObserver

/// A client that gets events. Its observation's backlog counts the events that wait for it.
final class Subscriber: Observer, Sendable {

    /// The number of events that may wait for it.
    static let limit = 256

    let number: Int
    let name: String
    let receiver: Receiver
    let place: ConnectionPlace

    init(_ number: Int, _ connection: Connection) {
        self.number = number
        name = "subscriber \(number)"
        receiver = Receiver(named: name)
        place = ConnectionPlace(connection, named: "connection \(number)")
        place.write(Array("retry: 1000\n\n".utf8) + Event.number(number).bytes)
    }

    func subscribe(to events: Messenger<Event>) {
        observe(events).on(place)
            .buffering(.newest(Self.limit)).missed { [unowned self] in place.write(Event.missed($0).bytes) }
            .receive { [unowned self] event in place.write(event.bytes) }
    }

    /// The number of seconds for which messages have been waiting for its client without a break.
    ///
    /// It's `nil` if none wait.
    var secondsBehind: Double? { place.waitingSince.map { (ContinuousClock.now - $0) / .seconds(1) } }

    /// The number of messages that it missed, including messages that wait for it now.
    var unhandledCount: Int { inspect().observations.reduce(0) { $0 + $1.missed + $1.waiting } }

    /// Ends the subscriber and drops the messages that still wait. Returns `true` if it wasn't
    /// ending yet.
    @discardableResult
    func end(isAbrupt: Bool) -> Bool {
        stopObserving()
        return place.end(isAbrupt: isAbrupt)
    }

    /// Ends the subscriber, because its connection is gone.
    func forget() {
        stopObserving()
        place.forget()
    }

    // MARK: - As the server asks for it

    /// An answer that gets its bytes from this subscriber and keeps it alive.
    func response() -> OpaquePointer? {
        MHD_create_response_from_callback(
            UInt64.max, 8 * 1024,
            { subscriber, _, buffer, limit in
                Unmanaged<Subscriber>.fromOpaque(subscriber!).takeUnretainedValue().place.read(
                    into: buffer, atMost: limit)
            }, Unmanaged.passRetained(self).toOpaque(),
            { subscriber in Unmanaged<Subscriber>.fromOpaque(subscriber!).release() })
    }
}
