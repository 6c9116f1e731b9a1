import SwiftObserver

extension Operation {

    static let ending = [
        Operation("stop-one", weight: 5) { context in try context.subject().stop(try context.observer()) },
        Operation("stop-all", weight: 4) { context in
            let observer = try context.observer()
            observer.end { observer.stopObserving() }
        },
        Operation("stop-being-observed", weight: 3) { context in try context.subject().stopBeingObserved() },
        Operation("stop-being-observed-by") { context in
            try context.subject().stopBeingObserved(by: try context.observer())
        },
        Operation("stop-by-handle", weight: 3) { context in try context.handle().stop() },
        Operation("stop-by-handle-and-wait", weight: 2) { context in
            let milliseconds = context.mayWait ? context.random.below(20) : 0
            try context.handle().stop(within: .milliseconds(milliseconds))
        },
        Operation("stop-free", weight: 1) { context in
            if context.random.oneIn(4) { FreeObserver.shared.stopObserving() }
            let subject = try context.messenger()
            FreeObserver.shared.stopObserving(subject.observable)
        },
        Operation("lose-observer", weight: 3) { context in context.world.observers.put(nil, &context.random) },
        Operation("lose-messenger", weight: 3) { context in context.world.messengers.put(nil, &context.random) },
        Operation("lose-buffered", weight: 2) { context in
            switch context.random.below(5) {
            case 0: context.world.variables.put(nil, &context.random)
            case 1: context.world.pairs.put(nil, &context.random)
            case 2: context.world.buffers.put(nil, &context.random)
            case 3: context.world.standIns.put(nil, &context.random)
            default: context.world.values.put(nil, &context.random)
            }
        },
        Operation("lose-promise") { context in context.world.promises.put(nil, &context.random) },
        Operation("lose-actor", weight: 1) { context in context.world.actors.put(nil, &context.random) },
        Operation("lose-author") { context in context.world.authors.put(nil, &context.random) },
        Operation("lose-on-queue") { context in
            let observer = try context.observer(), subject = try context.subject()
            let block = ClosureCapture(.block, &context)
            context.world.observers.put(nil, &context.random)
            context.queue().async { withExtendedLifetime((observer, subject, block)) {} }
        },
        Operation("stop-on-queue") { context in
            let observer = try context.observer(), subject = try context.subject(), isAll = context.random.oneIn(2)
            context.queue().async {
                if isAll { observer.end { observer.stopObserving() } } else { subject.stop(observer) }
            }
        },
        Operation("observe-and-stop") { context in
            let observer = FuzzObserver(&context), subject = try context.subject()
            try context.start(.plain, subject, by: observer)
            try context.start(.onQueue, subject, by: observer)
            subject.stop(observer)
        },
    ]
}
