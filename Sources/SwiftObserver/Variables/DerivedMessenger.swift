/// A messenger for the office of a derived value.
class MessengerOfNode<Value: Equatable>: Messenger<Update<Value>> {

    /// The derived value, which is the observable that client code knows. If only its views are
    /// left, a waiting start has the messenger here.
    final var derived: WeakReference

    init(_ office: PostOffice, of derived: WeakReference) {
        self.derived = derived
        super.init(office)
    }

    override var observable: AnyObject { derived.object ?? self }

    /// The farewell follows everything that is still to be done.
    override var ownsOffice: Bool { false }
}

/// Starts the observations of a derived value.
///
/// Client code can't access it, so nobody sends through it.
final class DerivedMessenger<Value: Equatable>: MessengerOfNode<Value>, BufferedObservable {

    private let node: DerivedNode<Value>

    init(
        of sources: [NodeSource], named name: String?, observableType: Any.Type,
        _ function: @escaping (inout SourceValues) -> Value
    ) {
        let office = NodeOffice(named: name)
        node = DerivedNode(of: sources, office: office, observableType: observableType, function)
        super.init(office, of: WeakReference(nil))
    }

    deinit { sayFarewell() }

    var value: Value { node.value }

    var latestMessage: Update<Value> {
        let value = value
        return Update(value, value)
    }

    override var nodeSource: NodeSource? { .node(node) }

    override func start(_ observation: Observation<Update<Value>>) { start(observation, withLatest: false) }

    override func startWithLatest(_ observation: Observation<Update<Value>>) -> Bool {
        start(observation, withLatest: true)
        return true
    }

    override var mayStartLater: Bool { true }

    override var drainElsewhere: DrainElsewhere? { .behind(node) }

    override func refuseMessages() {
        node.willClose()
        node.add(ActionOfNode { [node] in node.refuseMessages() }, helping: true)
    }

    var wasClosed: Bool { node.wasClosed }

    /// It may run inside of a change in place, because the derived value is deallocated there. So
    /// it evaluates nothing: that could need the value that is being changed.
    override func sayFarewell() { node.add(ActionOfNode { [node] in node.sayFarewell() }, helping: false) }

    /// Starts an observation at a position in the order of changes.
    private func start(_ observation: Observation<Update<Value>>, withLatest startsWithLatest: Bool) {
        node.pin()
        defer { node.unpin() }
        if let deliver = node.startNow(observation, ofMessenger: observable, withLatest: startsWithLatest) {
            return deliver()
        }
        let source = WeakReference(observable)
        node.add(StartAtNode(of: observation, at: node, office, of: source, startsWithLatest), helping: true)
    }
}

/// `@unchecked` because the lock of the node guards the value.
extension MessengerOfNode: @unchecked Sendable where Value: Sendable {}
extension DerivedMessenger: @unchecked Sendable where Value: Sendable {}

/// Starts an observation when everything before it is done.
///
/// The derived value may be deallocated before that. Its farewell then follows the start, and the
/// observation gets what comes between them. So this retains a messenger of its own.
private final class StartAtNode<Value: Equatable>: AgendaAction, @unchecked Sendable {

    private let start: PendingStart<Update<Value>>
    private unowned let node: DerivedNode<Value>
    private let messenger: MessengerOfNode<Value>
    private let startsWithLatest: Bool

    init(
        of observation: Observation<Update<Value>>, at node: DerivedNode<Value>, _ office: PostOffice,
        of source: WeakReference, _ startsWithLatest: Bool
    ) {
        messenger = MessengerOfNode(office, of: source)
        start = PendingStart(of: observation, ofMessenger: messenger)
        self.node = node
        self.startsWithLatest = startsWithLatest
    }

    override func act() -> (() -> Void)? {
        guard startsWithLatest, let latest = node.latestMessage else { return start.register(with: nil) }
        return start.register(with: (latest, messenger.derived.object))
    }

    /// The observation has ended, too. The value may belong to another thread.
    override func actAfterEnd() { start.begin(with: nil) }
}

/// Does something when everything before it is done.
private final class ActionOfNode: AgendaAction, @unchecked Sendable {

    private let perform: () -> Void

    init(_ perform: @escaping () -> Void) { self.perform = perform }

    override func act() -> (() -> Void)? {
        perform()
        return nil
    }
}
