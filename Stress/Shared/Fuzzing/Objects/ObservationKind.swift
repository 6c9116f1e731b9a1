/// How to observe.
enum ObservationKind: String, CaseIterable {
    case plain, withAuthor, onQueue, onQueueWithAuthor, onActor, onActorWithAuthor
    case free, freeWithAuthor, freeOnQueue, freeOnActor, once, onceOnQueue, adHoc, adHocOnQueue, adHocFree
    case boundedOnQueue, boundedOnQueueWithAuthor, boundedOnActor, boundedFree, boundedAdHoc
    case batchesOnQueue, batchesOnActor, batchesFree

    /// Whether no observer is needed.
    var isFree: Bool {
        switch self {
        case .free, .freeWithAuthor, .freeOnQueue, .freeOnActor, .once, .onceOnQueue, .adHocFree, .boundedFree,
            .batchesFree:
            true
        default: false
        }
    }

    var rules: HandlerRules {
        switch self {
        case .once, .onceOnQueue: .once
        // Some messages don't get through, so updates form no chain.
        case .adHoc, .adHocOnQueue, .adHocFree: .mayEndInside
        case .boundedAdHoc: [.mayEndInside, .hasGaps]
        case .boundedOnQueue, .boundedOnQueueWithAuthor, .boundedOnActor, .boundedFree, .batchesOnQueue,
            .batchesOnActor, .batchesFree:
            .hasGaps
        default: []
        }
    }
}
