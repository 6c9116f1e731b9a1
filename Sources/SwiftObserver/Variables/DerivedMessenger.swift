/// Starts the observations of a derived value.
///
/// Client code can't access it, so nobody sends through it.
final class DerivedMessenger<Value: Equatable>: Messenger<Update<Value>>, BufferedObservable {

    private let node: DerivedNode<Value>

    init(
        of sources: [NodeSource], named name: String?, observableType: Any.Type,
        _ function: @escaping (inout SourceValues) -> Value
    ) {
        let office = NodeOffice(named: name)
        node = DerivedNode(of: sources, office: office, observableType: observableType, function)
        super.init(office)
    }

    deinit { sayFarewell() }

    /// The derived value, which is the observable that client code knows.
    var derived = WeakReference(nil)

    override var observable: AnyObject { derived.object ?? self }

    /// The farewell follows everything that is still to be done.
    override var ownsOffice: Bool { false }

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
        let start = PendingStart(of: observation, ofMessenger: self)
        node.add(StartAtNode(start, at: node, retaining: self, withLatest: startsWithLatest), helping: true)
    }
}

/// `@unchecked` because the lock of the node guards the value.
extension DerivedMessenger: @unchecked Sendable where Value: Sendable {}

/// Starts an observation when everything before it is done.
private final class StartAtNode<Value: Equatable>: AgendaAction, @unchecked Sendable {

    private let start: PendingStart<Update<Value>>
    private unowned let node: DerivedNode<Value>

    /// Retained, so that the farewell follows.
    private let messenger: DerivedMessenger<Value>
    private let startsWithLatest: Bool

    init(
        _ start: PendingStart<Update<Value>>, at node: DerivedNode<Value>,
        retaining messenger: DerivedMessenger<Value>, withLatest startsWithLatest: Bool
    ) {
        self.start = start
        self.node = node
        self.messenger = messenger
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
