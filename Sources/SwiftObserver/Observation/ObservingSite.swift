/// The observer, where its handler runs, and how messages wait for the handler.
@frozen
@usableFromInline
struct ObservingSite {

    @usableFromInline
    let observer: AnyObject

    @usableFromInline
    let receiver: Receiver

    @usableFromInline
    let startPoint: StartPoint

    /// The place where the handler runs, or `nil` if it runs in place.
    @usableFromInline
    let elsewhere: ObservingPlace?

    @inlinable
    @inline(__always)
    init(_ observer: AnyObject, _ receiver: Receiver, _ startPoint: StartPoint, _ elsewhere: ObservingPlace? = nil) {
        self.observer = observer
        self.receiver = receiver
        self.startPoint = startPoint
        self.elsewhere = elsewhere
    }

    @inlinable
    @inline(__always)
    consuming func on(_ place: any DeliveryPlace) -> ObservingSite {
        ObservingSite(observer, receiver, startPoint, ObservingPlace(place))
    }

    @inlinable
    @inline(__always)
    consuming func buffering(_ limit: MessageBuffering) -> ObservingSite {
        ObservingSite(observer, receiver, startPoint, elsewhere.map { ObservingPlace($0.place, limit) })
    }

    @inlinable
    @inline(__always)
    consuming func missed(_ tell: @escaping @Sendable (Int) -> Void) -> ObservingSite {
        ObservingSite(
            observer, receiver, startPoint, elsewhere.map { ObservingPlace($0.place, $0.buffering, missed: tell) })
    }
}

extension ObservingSite {

    /// The inbox of an observation, unless it's in place.
    func inbox<Message>(
        for handler: Handler<Message>, limit: BufferLimit<Message>? = nil, batching: Batching<Message>? = nil,
        selecting selection: Selection<Message>? = nil
    ) -> AnyInbox? {
        elsewhere.map {
            handler.inbox(
                on: Lane(of: $0.place), limit: limit ?? $0.buffering.limit(), missed: $0.missed,
                batching: batching, selecting: selection)
        }
    }

    /// Starts another observation by the same observer in the same place.
    ///
    /// It observes what an office of the chain sends.
    func start<Message>(
        at office: PostOffice, ofMessenger messenger: AnyObject, _ handler: Handler<Message>,
        _ extras: ObservationExtras?
    ) {
        _ = office.startObservation(
            by: observer, receiver, at: startPoint, inbox: inbox(for: handler), extras: extras, handler
        ) { office.start($0, ofMessenger: messenger) }
    }
}

/// A place other than the delivering thread, and how messages wait there.
@frozen
@usableFromInline
struct ObservingPlace {

    @usableFromInline
    let place: any DeliveryPlace

    @usableFromInline
    let buffering: MessageBuffering

    /// Receives the number of messages that were dropped.
    @usableFromInline
    let missed: (@Sendable (Int) -> Void)?

    @inlinable
    @inline(__always)
    init(
        _ place: any DeliveryPlace, _ buffering: MessageBuffering = .unbounded,
        missed: (@Sendable (Int) -> Void)? = nil
    ) {
        self.place = place
        self.buffering = buffering
        self.missed = missed
    }
}
