import SwiftObserver

/// A client's observable, which sends when it dies.
final class ClientObservable: Mortal, Observable, @unchecked Sendable {

    let messenger: Messenger<Parcel>
    private let source: Int

    init(_ messenger: Messenger<Parcel>, _ source: Int, _ context: inout OperationContext) {
        self.messenger = messenger
        self.source = source
        super.init(.observable, &context, carrying: context.cargo())
    }

    deinit {
        world.act(because: .death, seed, generation) { context in
            for _ in 0...context.random.below(3) { send(Parcel(for: source, &context)) }
            if context.random.oneIn(4) { stopBeingObserved() }
        }
    }
}
