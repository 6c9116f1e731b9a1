/// The ways to observe.
enum ObservationKind: String, CaseIterable {
    case plain, withAuthor, onQueue, onQueueWithAuthor, onActor, onActorWithAuthor
    case free, freeWithAuthor, freeOnQueue, freeOnActor, once, onceOnQueue, chain, chainOnQueue, chainFree
    case boundedOnQueue, boundedOnQueueWithAuthor, boundedOnActor, boundedFree, boundedChain
    case batchesOnQueue, batchesOnActor, batchesFree

    /// `true` if it needs no observer.
    var isFree: Bool {
        switch self {
        case .free, .freeWithAuthor, .freeOnQueue, .freeOnActor, .once, .onceOnQueue, .chainFree, .boundedFree,
            .batchesFree:
            true
        default: false
        }
    }

    var rules: HandlerRules {
        switch self {
        case .once, .onceOnQueue: .once
        // Some messages don't pass, so updates form no chain.
        case .chain, .chainOnQueue, .chainFree: .mayEndInside
        case .boundedChain: [.mayEndInside, .hasGaps]
        case .boundedOnQueue, .boundedOnQueueWithAuthor, .boundedOnActor, .boundedFree, .batchesOnQueue,
            .batchesOnActor, .batchesFree:
            .hasGaps
        default: []
        }
    }
}
