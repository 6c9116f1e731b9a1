/// The source of the messages of a chain: a messenger, or the steps before.
///
/// A messenger alone needs no object, so a chain without transforms allocates no more than a direct
/// call.
@frozen
@usableFromInline
struct ObservingOrigin<Message> {

    @usableFromInline
    let messenger: Messenger<Message>?

    @usableFromInline
    let upstream: Upstream<Message>?

    @inlinable
    @inline(__always)
    init(_ messenger: Messenger<Message>) {
        self.messenger = messenger
        upstream = nil
    }

    init(_ upstream: Upstream<Message>) {
        messenger = nil
        self.upstream = upstream
    }
}

extension ObservingOrigin {

    /// The messenger of the observable, or of the first one of several.
    var firstMessenger: AnyObject {
        upstream?.firstMessenger ?? observedMessenger
    }

    func start(at site: ObservingSite, _ handler: Handler<Message>, _ extras: ObservationExtras?) -> ObservationHandle {
        if let upstream { return upstream.start(at: site, handler, extras) }
        return start(at: site, handler, extras, inbox: site.inbox(for: handler))
    }

    /// Starts an observation in which waiting messages are merged.
    func startMerging(
        at site: ObservingSite, _ limit: BufferLimit<Message>, _ handler: Handler<Message>, _ extras: ObservationExtras?
    ) -> ObservationHandle {
        if let upstream { return upstream.startMerging(at: site, handler, extras) }
        return start(at: site, handler, extras, inbox: site.inbox(for: handler, limit: limit))
    }

    /// Starts an observation in batches.
    func startBatches(
        at site: ObservingSite, upTo limit: Int, _ handler: Handler<[Message]>, _ extras: ObservationExtras?
    ) -> ObservationHandle {
        if let upstream { return upstream.startBatches(at: site, upTo: limit, handler, extras) }
        let batching = Batching<Message>(limit: limit, readsAuthor: handler.readsAuthor) {
            handler.call($0, from: $1, living: $2)
        }
        let single: Handler<Message> = handler.ofSingleMessages()
        return start(at: site, single, extras, inbox: site.inbox(for: single, batching: batching))
    }

    private var observedMessenger: Messenger<Message> {
        guard let messenger else { preconditionFailure("A chain begins with an observable.") }
        return messenger
    }

    private func start(
        at site: ObservingSite, _ handler: Handler<Message>, _ extras: ObservationExtras?, inbox: AnyInbox?
    ) -> ObservationHandle {
        observedMessenger.start(
            by: site.observer, site.receiver, at: site.startPoint, inbox: inbox, extras: extras, handler)
    }
}

extension Handler {

    /// A handler that receives each message as a batch.
    func ofSingleMessages<Element>() -> Handler<Element> where Message == [Element] {
        switch self {
        case .message(let receive): .message { receive([$0]) }
        case .messageWithAuthor(let receive): .messageWithAuthor { receive([$0], $1) }
        case .relay(let receive): .relay { receive([$0], $1) }
        }
    }
}
