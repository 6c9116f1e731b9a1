import SwiftObserver

extension OperationContext {

    /// Puts a transform of some messenger in a place.
    fileprivate mutating func transform<T: Transform<Messenger<Parcel>, Parcel>>(
        _ transform: (inout OperationContext, Messenger<Parcel>) throws -> T
    ) throws {
        let origin = try messenger()
        guard origin.rank < 5 else { return }
        let made = try transform(&self, origin.observable), isOrdered = origin.rules.contains(.order)
        let rank = origin.rank + 1
        put(
            fuzzMessenger(made, rank: rank, isOrdered: isOrdered) { [weak made] other, _ in
                guard let other = other as? FuzzWorld.FuzzMessenger, other.rank < rank else { return }
                guard !isOrdered || other.rules.contains(.order) else { return }
                made?.origin = other.observable
            })
    }
}

extension Operation {

    static let transforming = [
        Operation("map") { context in
            try context.transform { context, origin in
                let closure = context.closure()
                return origin.map { closure.change($0) }
            }
        },
        Operation("filter") { context in
            try context.transform { context, origin in
                let closure = context.closure()
                return origin.filter { closure.admits($0) }
            }
        },
        Operation("filter-author") { context in
            try context.transform { context, origin in
                let author = try context.author(), closure = context.closure()
                switch context.random.below(3) {
                case 0: return origin.from(author)
                case 1: return origin.notFrom(author)
                default: return origin.filterAuthor { $0 !== closure }
                }
            }
        },
        Operation("weak") { context in
            let origin = try context.messenger()
            guard origin.rank < 5 else { return }
            let isOrdered = origin.rules.contains(.order)
            context.put(context.fuzzMessenger(Weak(origin.observable), rank: origin.rank + 1, isOrdered: isOrdered))
        },
        Operation("buffer") { context in
            let origin = try context.messenger()
            guard origin.rank < 5 else { return }
            let rank = origin.rank + 1, buffer = origin.observable.buffer()
            let subject = FuzzWorld.FuzzBuffer(buffer, context.world.nextNumber(), rank: rank, []) {
                [weak buffer] other, _ in
                guard let other = other as? FuzzWorld.FuzzMessenger, other.rank < rank else { return }
                buffer?.origin = other.observable
            }
            context.world.buffers.put(subject, &context.random)
        },
        Operation("unwrap-buffer") { context in
            let origin = try context.buffer()
            guard origin.rank < 5 else { return }
            context.put(context.fuzzMessenger(origin.observable.unwrap(), rank: origin.rank + 1, isOrdered: false))
        },
        Operation("set-latest-of-buffer") { context in
            let buffer = try context.buffer()
            buffer.observable.latestMessage = context.random.oneIn(3) ? nil : context.parcel(for: buffer)
        },
        Operation("buffered-weak") { context in
            let origin = try context.variable()
            let subject = FuzzWorld.FuzzStandIn(BufferedWeak(origin.observable), context.world.nextNumber(), [])
            context.world.standIns.put(subject, &context.random)
        },
        Operation("new") { context in
            let origin = try context.variable(), values: Map<Var<Parcel>, Parcel> = origin.observable.new()
            let subject = FuzzWorld.FuzzValue(values, context.world.nextNumber(), []) { [weak values] other, isLatest in
                guard let values, let other = other as? FuzzWorld.FuzzVariable else { return }
                if isLatest {
                    values.replaceOrigin(with: other.observable.startingWithLatest())
                } else {
                    values.origin = other.observable
                }
            }
            context.world.values.put(subject, &context.random)
        },
        Operation("map-variable") { context in
            let origin = try context.variable(), closure = context.closure()
            let values = origin.observable.map { closure.change($0.new) }
            context.world.values.put(FuzzWorld.FuzzValue(values, context.world.nextNumber(), []), &context.random)
        },
        Operation("select") { context in
            let origin = try context.value(), handler = context.handler(of: nil, by: nil, [])
            let selected = origin.observable.select(origin.observable.latestMessage)
            selected.observed { handler.hear(nil as Parcel?) }
            origin.observable.send()
        },
        Operation("replace-origin", weight: 4) { context in
            if context.random.oneIn(4) {
                try context.buffer().replaceOrigin?(try context.messenger(), false)
            } else {
                try context.messenger().replaceOrigin?(try context.messenger(), false)
            }
        },
        Operation("replace-origin-of-value", weight: 3) { context in
            try context.value().replaceOrigin?(try context.variable(), context.random.oneIn(2))
        },
    ]
}
