import SwiftObserver

extension OperationContext {

    fileprivate mutating func put(_ promise: Promise<Parcel>) {
        world.promises.put(FuzzSubjectOf(promise, world.nextNumber(), .once), &random)
    }
}

extension Operation {

    static let promising = [
        Operation("fulfill", weight: 4) { context in
            let promise = try context.promise()
            promise.observable.fulfill(context.parcel(for: promise))
        },
        Operation("fulfill-as") { context in
            let promise = try context.promise(), author = try context.author()
            promise.observable.fulfill(context.parcel(for: promise), as: author)
        },
        Operation("fulfill-on-queue") { context in
            let promise = Promise<Parcel>(), parcel = context.parcel()
            context.queue().async { promise.fulfill(parcel) }
            context.put(promise)
        },
        Operation("when-fulfilled") { context in
            let promise = try context.promise(), handler = context.handler(of: promise, by: nil, .once)
            let observer = promise.observable.observed().on(context.queue()).withAuthor().receive {
                handler.hear($0, from: $1)
            }
            if context.random.oneIn(4) { observer.stopObserving() }
        },
        // If promises retained each other in a circle, they would leak.
        Operation("then") { context in
            let promise = try context.promise(), other = try context.promise().observable, closure = context.closure()
            context.put(
                promise.observable.then { [weak other] parcel in
                    closure.pass(parcel)
                    return other ?? Promise()
                })
        },
        Operation("then-messenger") { context in
            let first = try context.messenger().observable, next = try context.messenger().observable
            let closure = context.closure()
            context.put(
                first.then { [weak next] parcel, author in
                    closure.pass(parcel)
                    return next ?? Messenger()
                })
        },
        Operation("map-promise") { context in
            let promise = try context.promise().observable, closure = context.closure()
            context.put(promise.map { closure.change($0) })
        },
        Operation("unwrap-promise") { context in
            let promise = try context.promise().observable, closure = context.closure()
            context.put(promise.map { closure.admits($0) ? $0 : nil }.unwrap())
        },
        Operation("and") { context in
            let promise = try context.promise().observable, other = try context.promise().observable
            let closure = context.closure()
            context.put(promise.and(other).map { closure.change($0.0) })
        },
        Operation("await-value") { context in
            let promise = try context.promise().observable, closure = ClosureCapture(.task, &context)
            context.run(
                Task.detached {
                    if let parcel = try? await promise.value { closure.pass(parcel) }
                })
        },
        Operation("promise-task") { context in
            let parcel = context.parcel(), closure = ClosureCapture(.task, &context)
            context.put(
                Promise {
                    await Task.yield()
                    return closure.change(parcel)
                })
        },
        Operation("promise-failable") { context in
            let parcel = context.parcel(), closure = ClosureCapture(.task, &context)
            let handler = context.handler(of: nil, by: nil, .once)
            let promise = Promise<Result<Parcel, any Error>> {
                await Task.yield()
                guard closure.admits(parcel) else { throw OperationContext.Missing() }
                return parcel
            }
            promise.whenFulfilled { result in handler.hear(try? result.get()) }
            context.run(Task.detached { _ = await promise.result })
        },
    ]
}
