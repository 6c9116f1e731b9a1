import SwiftObserver

extension Operation {

    static let looping = [
        Operation("loop") { context in try context.subject().loop(.unbounded, withAuthors: false, &context) },
        Operation("loop-newest", weight: 1) { context in
            try context.subject().loop(
                .newest(1 + context.random.below(3)), withAuthors: context.random.oneIn(2), &context)
        },
        Operation("loop-oldest", weight: 1) { context in
            try context.subject().loop(
                .oldest(1 + context.random.below(3)), withAuthors: context.random.oneIn(2), &context)
        },
        Operation("loop-with-authors", weight: 1) { context in
            try context.subject().loop(.unbounded, withAuthors: true, &context)
        },
        Operation("loop-up-to", weight: 1) { context in
            try context.subject().loop(
                .upTo(1 + context.random.below(5)), withAuthors: context.random.oneIn(2), &context)
        },
        Operation("loop-with-gaps") { context in
            let subject = try context.subject(), policy = context.policy()
            subject.loopWithGaps(policy, &context)
        },
        Operation("loop-merged", weight: 1) { context in
            let variable = try context.variable().observable, closure = context.closure()
            let limit = context.random.below(9)
            context.loop(variable.mergedMessages(), limit) { closure.pass($0.new) }
        },
        Operation("loop-over-values") { context in
            let variable = try context.variable().observable, closure = context.closure()
            let limit = context.random.below(9)
            context.loop(variable.values(), limit) { closure.pass($0) }
        },
        Operation("loop-shared", weight: 1) { context in
            let messages = try context.messenger().observable.messages(), closure = context.closure()
            context.loop(messages, context.random.below(9)) { closure.pass($0) }
            context.loop(messages, context.random.below(9)) { closure.pass($0) }
        },
        Operation("loop-never", weight: 1) { context in
            let messenger = try context.messenger(), messages = messenger.observable.messages()
            try context.send(messenger)
            _ = messages.droppedCount
        },
        Operation("cancel", weight: 3) { context in
            let seed = context.random.next()
            let task = context.world.tasks.withLock { $0.isEmpty ? nil : $0[Int(seed % UInt64($0.count))] }
            task?.cancel()
        },
    ]
}
