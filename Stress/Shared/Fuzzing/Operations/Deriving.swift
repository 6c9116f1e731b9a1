import SwiftObserver

extension OperationContext {

    /// Derives a value from variables, a combination, or other derived values.
    ///
    /// The function performs no operation: that could change its sources.
    fileprivate mutating func derive() throws -> FuzzWorld.FuzzDerived {
        let one = try variable().observable, other = try variable().observable, closure = closure()
        let derived: Derived<Parcel>
        var rank = 1
        switch random.below(6) {
        case 0: derived = Derived(one) { closure.pick($0, $0) }
        case 1: derived = Derived(one, other) { closure.pick($0, $1) }
        case 2: derived = Derived(of: [one, other]) { closure.pick($0[0], $0[1]) }
        case 3: derived = Derived(try pair().observable) { closure.pick($0.left, $0.right) }
        default:
            let first = try self.derived(), second = try self.derived()
            rank += max(first.rank, second.rank)
            if rank > 5 { throw Missing() }
            derived =
                random.oneIn(2)
                ? Derived(first.observable, second.observable) { closure.pick($0, $1) }
                : Derived(one, first.observable) { closure.pick($0, $1) }
        }
        return FuzzSource(derived, world.nextNumber(), rank: rank, [.order, .chain, .repeats])
    }
}

extension Operation {

    /// Operations with derived values, and changes of several variables.
    static let deriving = [
        Operation("derive", weight: 6) { context in
            context.world.derived.put(try context.derive(), &context.random)
        },
        Operation("get-derived", weight: 3) { context in
            let derived = try context.derived().observable, value = derived.value, message = derived.latestMessage
            withExtendedLifetime((value, message)) {}
        },
        Operation("observe-latest-derived", weight: 3) { context in
            let subject = try context.derived(), observer = try context.observer()
            let handler = context.handler(of: subject, by: observer, [])
            observer.observe(subject.observable.startingWithLatest()) { handler.hear($0) }
            handler.check.beNoted(by: observer, subject)
        },
        Operation("observe-merged-derived", weight: 4) { context in
            let subject = try context.derived(), observer = try context.observer()
            let handler = context.handler(of: subject, by: observer, [])
            observer.observe(subject.observable).on(context.queue()).merging().withAuthor().receive {
                handler.hear($0, from: $1)
            }
            handler.check.beNoted(by: observer, subject)
        },
        Operation("change-two", weight: 4) { context in
            let one = try context.variable(), other = try context.variable()
            guard one.observable !== other.observable else { return }
            let author = context.random.oneIn(2) ? try context.author() : nil
            let new = (context.parcel(for: one), context.parcel(for: other))
            let old = change(one.observable, other.observable, as: author) { one, other in
                let old = (one, other)
                (one, other) = new
                return old
            }
            withExtendedLifetime(old) {}
        },
        Operation("lose-derived") { context in context.world.derived.put(nil, &context.random) },
    ]
}
