import CMicroHTTPD
import SwiftObserver

/// A client that gets events. What waits for it is the backlog of its observation.
final class Subscriber: Observer, Sendable {

    /// No more events wait for it than that.
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

    /// For how many seconds messages have been waiting for its client without a break, if any wait.
    var secondsBehind: Double? { place.waitingSince.map { (ContinuousClock.now - $0) / .seconds(1) } }

    /// How many messages it missed, including those that wait for it now.
    var unhandledCount: Int { inspect().observations.reduce(0) { $0 + $1.missed + $1.waiting } }

    /// Ends it, without what still waits for it. Tells whether it wasn't ending yet.
    @discardableResult
    func end(isAbrupt: Bool) -> Bool {
        stopObserving()
        return place.end(isAbrupt: isAbrupt)
    }

    /// Its connection is gone.
    func forget() {
        stopObserving()
        place.forget()
    }

    // MARK: - As the server asks for it

    /// An answer that gets its bytes from this subscriber, which lives as long.
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
