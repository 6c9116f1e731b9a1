import SwiftObserver

extension Operation {

    /// An operation for each way to observe.
    static let starts = ObservationKind.allCases.map { kind in
        Operation("observe-\(kind)") { context in
            try context.start(kind, try context.subject(), by: try context.observer())
        }
    }

    static let starting = [
        Operation("observe-latest") { context in
            let subject = try context.variable(), observer = try context.observer()
            let handler = context.handler(of: subject, by: observer, [])
            observer.observe(subject.observable.startingWithLatest()) { handler.hear($0) }
            handler.check.beNoted(by: observer, subject)
        },
        Operation("observe-latest-hopped") { context in
            let subject = try context.pair(), observer = try context.observer()
            let handler = context.handler(of: subject, by: observer, [])
            if context.random.oneIn(2) {
                observer.observe(subject.observable.startingWithLatest(), on: context.queue()) {
                    handler.hear($0, from: $1)
                }
            } else {
                observer.observe(subject.observable.startingWithLatest(), on: try context.actor()) { handler.hear($1) }
            }
            handler.check.beNoted(by: observer, subject)
        },
        Operation("observe-latest-of-transforms") { context in
            let value = try context.value(), buffer = try context.buffer(), observer = try context.observer()
            let valueHandler = context.handler(of: value, by: observer, [])
            let bufferHandler = context.handler(of: buffer, by: observer, [])
            observer.observe(value.observable.startingWithLatest()) { valueHandler.hear($0) }
            observer.observe(buffer.observable.startingWithLatest()).unwrap().withAuthor().receive {
                bufferHandler.hear($0, from: $1)
            }
            observer.note(valueHandler.check)
        },
        Operation("observe-latest-of-stand-in") { context in
            let subject = try context.standIn(), observer = try context.observer()
            let handler = context.handler(of: subject, by: observer, [])
            let closure = context.closure()
            observer.observe(subject.observable.startingWithLatest()).map { closure.pass($0) }.new { handler.hear($0) }
        },
        Operation("observe-selected") { context in
            let subject = try context.value(), observer = try context.observer()
            let handler = context.handler(of: nil, by: observer, [])
            let parcel = subject.observable.latestMessage
            observer.observe(subject.observable).select(parcel) { handler.hear(nil as Parcel?) }
        },
        Operation("observe-two") { context in
            let a = try context.variable(), b = try context.value(), observer = try context.observer()
            let handler = context.handler(of: a, b, by: observer)
            observer.observe(a.observable, b.observable) { handler.hear(any: [$0, $1]) }
            handler.check.beNoted(by: observer, a, b)
        },
        Operation("observe-three") { context in
            let a = try context.variable(), b = try context.buffer(), c = try context.standIn()
            let observer = try context.observer()
            let handler = context.handler(of: a, b, c, by: observer)
            observer.observe(a.observable, b.observable, c.observable.startingWithLatest()) {
                handler.hear(any: [$0, $1, $2], from: $3)
            }
            handler.check.beNoted(by: observer, c)
        },
        Operation("observe-two-on-queue") { context in
            let a = try context.pair(), b = try context.value(), observer = try context.observer()
            let handler = context.handler(of: a, b, by: observer)
            observer.observe(a.observable.startingWithLatest(), b.observable, on: context.queue()) {
                handler.hear(any: [$0, $1])
            }
            handler.check.beNoted(by: observer, a)
        },
        Operation("observe-three-free") { context in
            let a = try context.variable(), b = try context.variable(), c = try context.buffer()
            let handler = context.handler(of: nil, by: nil, [])
            observe(a.observable, b.observable, c.observable) { handler.hear(any: [$0, $1, $2]) }
        },
        Operation("ask") { context in
            let subject = try context.subject(), observer = try context.observer()
            _ = subject.isObserved(by: observer)
        },
    ]
}
