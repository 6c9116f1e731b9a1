import SwiftObserver

extension Operation {

    /// Operations with limits of waiting messages.
    static let bounding = [
        Operation("observe-merged") { context in
            let subject = try context.variable(), observer = try context.observer()
            let handler = context.handler(of: subject, by: observer, [])
            if context.random.oneIn(2) {
                observer.observe(subject.observable).on(context.queue()).merging().receive { handler.hear($0) }
            } else {
                observer.observe(subject.observable).on(try context.actor()).merging().withAuthor().receive {
                    handler.hear($1.message, from: $1.author)
                }
            }
            handler.check.beNoted(by: observer, subject)
        },
        Operation("observe-merged-pair") { context in
            let subject = try context.pair(), observer = try context.observer()
            let handler = context.handler(of: subject, by: observer, [])
            observer.observe(subject.observable).on(context.queue()).merging().withAuthor().receive {
                handler.hear($0, from: $1)
            }
            handler.check.beNoted(by: observer, subject)
        },
        Operation("observe-two-bounded") { context in
            let a = try context.variable(), b = try context.value(), observer = try context.observer()
            let handler = context.handler(of: a, b, by: observer)
            observer.observe(a.observable, b.observable).on(context.queue()).buffering(context.policy()).receive {
                handler.hear(any: [$0, $1])
            }
            handler.check.beNoted(by: observer, a, b)
        },
        Operation("observe-two-merged") { context in
            let a = try context.variable(), b = try context.variable(), observer = try context.observer()
            let handler = context.handler(of: a, b, by: observer)
            observer.observe(a.observable, b.observable).on(context.queue()).merging().receive {
                handler.hear(any: [$0, $1])
            }
            handler.check.beNoted(by: observer, a, b)
        },
        Operation("ask-backlog", weight: 1) { context in _ = try context.subject().backlog },
        Operation("wait-for-room") { context in
            // In a handler, or in other code that the library calls, it could only wait for itself.
            guard context.mayWait else { throw OperationContext.Missing() }
            let subject = try context.subject(), limit = 1 + context.random.below(4)
            let duration = Duration.microseconds(context.random.below(100))
            _ = subject.waitForRoom(below: limit, within: duration)
        },
        Operation("await-room") { context in
            let subject = try context.subject(), limit = 1 + context.random.below(4)
            subject.awaitRoom(below: limit, &context)
        },
    ]
}
