import SwiftObserver

extension Now {

    /// Puts a transform of some messenger in a place.
    fileprivate mutating func transform<T: Transform<Messenger<Parcel>, Parcel>>(
        _ transform: (inout Now, Messenger<Parcel>) throws -> T
    ) throws {
        let origin = try mail()
        guard origin.rank < 5 else { return }
        let made = try transform(&self, origin.observable), isOrdered = origin.rules.contains(.order)
        let rank = origin.rank + 1
        put(
            mailSpot(made, rank: rank, isOrdered: isOrdered) { [weak made] other, _ in
                guard let other = other as? World.MailSpot, other.rank < rank else { return }
                guard !isOrdered || other.rules.contains(.order) else { return }
                made?.origin = other.observable
            })
    }
}

extension Operation {

    static let transforming = [
        Operation("map") { now in
            try now.transform { now, origin in
                let touch = now.touch()
                return origin.map { touch.change($0) }
            }
        },
        Operation("filter") { now in
            try now.transform { now, origin in
                let touch = now.touch()
                return origin.filter { touch.admits($0) }
            }
        },
        Operation("filter-author") { now in
            try now.transform { now, origin in
                let author = try now.author(), touch = now.touch()
                switch now.random.below(3) {
                case 0: return origin.from(author)
                case 1: return origin.notFrom(author)
                default: return origin.filterAuthor { $0 !== touch }
                }
            }
        },
        Operation("weak") { now in
            let origin = try now.mail()
            guard origin.rank < 5 else { return }
            let isOrdered = origin.rules.contains(.order)
            now.put(now.mailSpot(Weak(origin.observable), rank: origin.rank + 1, isOrdered: isOrdered))
        },
        Operation("buffer") { now in
            let origin = try now.mail()
            guard origin.rank < 5 else { return }
            let rank = origin.rank + 1, buffer = origin.observable.buffer()
            let spot = World.BufferSpot(buffer, now.world.nextNumber(), rank: rank, []) { [weak buffer] other, _ in
                guard let other = other as? World.MailSpot, other.rank < rank else { return }
                buffer?.origin = other.observable
            }
            now.world.buffers.put(spot, &now.random)
        },
        Operation("unwrap-buffer") { now in
            let origin = try now.buffer()
            guard origin.rank < 5 else { return }
            now.put(now.mailSpot(origin.observable.unwrap(), rank: origin.rank + 1, isOrdered: false))
        },
        Operation("set-latest-of-buffer") { now in
            let buffer = try now.buffer()
            buffer.observable.latestMessage = now.random.oneIn(3) ? nil : now.parcel(for: buffer)
        },
        Operation("buffered-weak") { now in
            let origin = try now.variable()
            let spot = World.StandInSpot(BufferedWeak(origin.observable), now.world.nextNumber(), [])
            now.world.standIns.put(spot, &now.random)
        },
        Operation("new") { now in
            let origin = try now.variable(), values: Map<Var<Parcel>, Parcel> = origin.observable.new()
            let spot = World.ValueSpot(values, now.world.nextNumber(), []) { [weak values] other, isLatest in
                guard let values, let other = other as? World.VariableSpot else { return }
                if isLatest {
                    values.replaceOrigin(with: other.observable.startingWithLatest())
                } else {
                    values.origin = other.observable
                }
            }
            now.world.values.put(spot, &now.random)
        },
        Operation("map-variable") { now in
            let origin = try now.variable(), touch = now.touch()
            let values = origin.observable.map { touch.change($0.new) }
            now.world.values.put(World.ValueSpot(values, now.world.nextNumber(), []), &now.random)
        },
        Operation("select") { now in
            let origin = try now.value(), ear = now.ear(of: nil, by: nil, [])
            let selected = origin.observable.select(origin.observable.latestMessage)
            selected.observed { ear.hear(nil as Parcel?) }
            origin.observable.send()
        },
        Operation("replace-origin", weight: 4) { now in
            if now.random.oneIn(4) {
                try now.buffer().replaceOrigin?(try now.mail(), false)
            } else {
                try now.mail().replaceOrigin?(try now.mail(), false)
            }
        },
        Operation("replace-origin-of-value", weight: 3) { now in
            try now.value().replaceOrigin?(try now.variable(), now.random.oneIn(2))
        },
    ]
}
