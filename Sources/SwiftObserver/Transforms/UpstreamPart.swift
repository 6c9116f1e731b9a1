/// The beginning of a chain that observes one part of a value.
///
/// Nothing but the observation of the whole value exists: its handler and, on a queue, its inbox
/// drop updates in which the part is unchanged.
final class UpstreamPart<Value, Part: Equatable & SendableMetatype>: Upstream<Update<Part>> {

    private let messenger: Messenger<Update<Value>>
    private let part: PartOfValue<Value, Part>

    /// `true` if the first message isn't a change, and the handler receives it nevertheless.
    private let startsWithLatest: Bool

    init<Source: MessageSource>(of source: Source, at path: KeyPath<Value, Part>)
    where Source.Message == Update<Value> {
        messenger = source.sourceMessenger.messenger
        part = PartOfValue(at: path)
        startsWithLatest = (source as? any StandIn)?.startsWithLatest ?? false
    }

    override var firstMessenger: AnyObject { messenger }

    override func start(at site: ObservingSite, _ handler: Handler<Update<Part>>, _ extras: ObservationExtras?)
        -> ObservationHandle
    {
        start(at: site, changes.before(handler), extras)
    }

    override func startMerging(
        at site: ObservingSite, _ handler: Handler<Update<Part>>, _ extras: ObservationExtras?
    ) -> ObservationHandle {
        start(at: site, changes.before(handler), extras, limit: Update<Value>.merging.limit)
    }

    override func startBatches(
        at site: ObservingSite, upTo limit: Int, _ handler: Handler<[Update<Part>]>, _ extras: ObservationExtras?
    ) -> ObservationHandle {
        let changes = changes
        let batching = Batching<Update<Value>>(limit: limit, readsAuthor: handler.readsAuthor) {
            batch, author, living in
            var updates: [Update<Part>] = []
            for update in batch { changes.apply(update, author) { updates.append($0) } }
            if !updates.isEmpty { handler.call(updates, from: author, living: living) }
        }
        return start(at: site, changes.before(handler.ofSingleMessages()), extras, batching: batching)
    }

    private func start(
        at site: ObservingSite, _ handler: Handler<Update<Value>>, _ extras: ObservationExtras?,
        limit: BufferLimit<Update<Value>>? = nil, batching: Batching<Update<Value>>? = nil
    ) -> ObservationHandle {
        let selection = part.fieldsOfUpdate.map { Selection(whereBytesDifferIn: $0, orFirst: startsWithLatest) }
        let inbox = site.inbox(for: handler, limit: limit, batching: batching, selecting: selection)
        return messenger.start(
            by: site.observer, site.receiver, at: site.startPoint, inbox: inbox, extras: extras,
            inbox == nil ? handler.selecting(selection) : handler)
    }

    /// Passes on the updates of the part, and drops those in which it's unchanged.
    private var changes: Rule<Update<Value>, Update<Part>> {
        let first: HandlerState<Void>? = startsWithLatest ? HandlerState() : nil
        if let fields = part.fieldsOfUpdate {
            return Rule(readsAuthor: false) { update, _, pass in
                if first?.begin() == true || !fields.areEqual(in: update) { pass(fields.update(in: update)) }
            }
        }
        return Rule(readsAuthor: false) { [part] update, _, pass in
            let update = part.update(in: update)
            if first?.begin() == true || part.isChange(update) { pass(update) }
        }
    }
}

extension HandlerState<Void> {

    /// Returns `true` when it's called for the first time.
    fileprivate func begin() -> Bool {
        if isSet { return false }
        set(())
        return true
    }
}
