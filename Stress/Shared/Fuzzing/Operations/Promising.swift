import SwiftObserver

extension Now {

    fileprivate mutating func put(_ promise: Promise<Parcel>) {
        world.promises.put(SpotOf(promise, world.nextNumber(), .once), &random)
    }
}

extension Operation {

    static let promising = [
        Operation("fulfill", weight: 4) { now in
            let promise = try now.promise()
            promise.observable.fulfill(now.parcel(for: promise))
        },
        Operation("fulfill-as") { now in
            let promise = try now.promise(), author = try now.author()
            promise.observable.fulfill(now.parcel(for: promise), as: author)
        },
        Operation("fulfill-on-queue") { now in
            let promise = Promise<Parcel>(), parcel = now.parcel()
            now.queue().async { promise.fulfill(parcel) }
            now.put(promise)
        },
        Operation("when-fulfilled") { now in
            let promise = try now.promise(), ear = now.ear(of: promise, by: nil, .once)
            let observer = promise.observable.whenFulfilled(on: now.queue()) { ear.hear($0, from: $1) }
            if now.random.oneIn(4) { observer.stopObserving() }
        },
        // If promises held on to each other in a circle, they would leak.
        Operation("then") { now in
            let promise = try now.promise(), other = try now.promise().observable, touch = now.touch()
            now.put(
                promise.observable.then { [weak other] parcel in
                    touch.pass(parcel)
                    return other ?? Promise()
                })
        },
        Operation("then-messenger") { now in
            let first = try now.mail().observable, next = try now.mail().observable, touch = now.touch()
            now.put(
                first.then { [weak next] parcel, author in
                    touch.pass(parcel)
                    return next ?? Messenger()
                })
        },
        Operation("map-promise") { now in
            let promise = try now.promise().observable, touch = now.touch()
            now.put(promise.map { touch.change($0) })
        },
        Operation("unwrap-promise") { now in
            let promise = try now.promise().observable, touch = now.touch()
            now.put(promise.map { touch.admits($0) ? $0 : nil }.unwrap())
        },
        Operation("and") { now in
            let promise = try now.promise().observable, other = try now.promise().observable, touch = now.touch()
            now.put(promise.and(other).map { touch.change($0.0) })
        },
        Operation("await-value") { now in
            let promise = try now.promise().observable, touch = Touch(.task, &now)
            now.run(
                Task.detached {
                    if let parcel = try? await promise.value { touch.pass(parcel) }
                })
        },
        Operation("promise-task") { now in
            let parcel = now.parcel(), touch = Touch(.task, &now)
            now.put(
                Promise {
                    await Task.yield()
                    return touch.change(parcel)
                })
        },
        Operation("promise-failable") { now in
            let parcel = now.parcel(), touch = Touch(.task, &now), ear = now.ear(of: nil, by: nil, .once)
            let promise = Promise<Result<Parcel, any Error>> {
                await Task.yield()
                guard touch.admits(parcel) else { throw Now.Missing() }
                return parcel
            }
            promise.whenFulfilled { result in ear.hear(try? result.get()) }
            now.run(Task.detached { _ = await promise.result })
        },
    ]
}
