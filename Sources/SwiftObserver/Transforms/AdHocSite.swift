/// Who observes on the fly, and where: what is needed to let messages wait for their time on their way to the handler.
///
/// A class, so that all of a chain share it. If it were a struct, the compiler (6.3) would only warn where a chain is handed to
/// another thread.
final class AdHocSite {

    let observer: AnyObject
    let receiver: Receiver

    /// The messenger of what is observed, which stands in for authors that are dead.
    let messenger: AnyObject
    let startPoint: StartPoint

    /// Where the handler runs, if not in place, and how many messages may wait there.
    let place: (any DeliveryPlace)?
    let buffering: MessageBuffering
    let missed: (@Sendable (Int) -> Void)?

    init(
        observer: AnyObject, receiver: Receiver, messenger: AnyObject, startPoint: StartPoint,
        place: (any DeliveryPlace)?, buffering: MessageBuffering, missed: (@Sendable (Int) -> Void)?
    ) {
        self.observer = observer
        self.receiver = receiver
        self.messenger = messenger
        self.startPoint = startPoint
        self.place = place
        self.buffering = buffering
        self.missed = missed
    }

    /// Starts a further observation by the same observer in the same place.
    @discardableResult
    func start<Message>(
        at office: PostOffice, _ handler: Handler<Message>, _ extras: ObservationExtras?
    ) -> ObservationHandle {
        office.startObservation(
            by: observer, receiver, at: startPoint,
            inbox: place.map { handler.inbox(on: Lane(of: $0), limit: buffering.limit(), missed: missed) },
            extras: extras, handler
        ) { office.start($0, ofMessenger: messenger) }
    }
}
