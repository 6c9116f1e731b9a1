/// The place after all pending letters of an observable, including the one being delivered.
struct BehindLine: MarkedPlace {

    private let office: PostOffice
    private let observable: Any.Type

    init(of office: PostOffice, _ observable: Any.Type) {
        self.office = office
        self.observable = observable
    }

    func add(_ marker: Marker) -> Bool { office.add(marker, behindLine: true) }
    func remove(_ marker: Marker) { office.remove(marker) }
    var handlingThread: ThreadID? { office.deliveringThread }
    var unfinished: [Unfinished] { office.unfinishedInPlace(of: observable) }
}

/// The place after the message that is being delivered in place.
///
/// The delivering thread reaches its markers between two letters.
struct BehindDelivery: MarkedPlace {

    private let office: PostOffice

    init(of office: PostOffice) { self.office = office }

    func add(_ marker: Marker) -> Bool { office.add(marker, behindLine: false) }
    func remove(_ marker: Marker) { office.remove(marker) }
    var handlingThread: ThreadID? { office.deliveringThread }
    var unfinished: [Unfinished] { [] }
}

extension AnyObservation {

    /// Makes a barrier wait for the handler that is being called, if there is one.
    ///
    /// Call this when the observation has ended.
    final func waitForHandler(_ barrier: Barrier) {
        if let inbox {
            barrier.wait(for: BehindHandler(inbox))
        } else if isInPlace, let office = registrar as? PostOffice {
            barrier.wait(for: BehindDelivery(of: office))
        }
    }
}

extension Downstream {

    /// The office to which messages are passed on. They aren't passed on to anything else.
    var office: PostOffice { unsafeDowncast(registrar, to: PostOffice.self) }
}
