import SwiftObserver

extension Now {

    /// A new value for a combination. Either half counts as a source of its own, which leads to one variable.
    fileprivate mutating func value(of pair: Spot) -> Pair<Parcel, Parcel> {
        Parcel(for: -2 * pair.number, &self, isValue: true)
            +++ Parcel(for: -2 * pair.number - 1, &self, isEmpty: true, isValue: true)
    }
}

extension Operation {

    static let changing = [
        Operation("set", weight: 6) { now in
            let variable = try now.variable()
            variable.observable.value = now.parcel(for: variable)
        },
        Operation("assign") { now in
            let variable = try now.variable()
            variable.observable <- now.parcel(for: variable)
        },
        Operation("set-as") { now in
            let variable = try now.variable(), author = try now.author()
            variable.observable.set(now.parcel(for: variable), as: author)
        },
        Operation("set-equal") { now in
            // In between, there can be other values.
            let variable = try now.variable(), value = now.parcel()
            variable.observable.value = value
            variable.observable.value = value
        },
        Operation("change-in-place", weight: 4) { now in
            // The old value may do anything when it dies, so it must outlive the change.
            let variable = try now.variable(), old = exchange(&variable.observable.value, now.parcel(for: variable))
            withExtendedLifetime(old) {}
        },
        Operation("get", weight: 1) { now in
            let value = try now.variable().observable.value, pair = try now.pair().observable.latestMessage
            withExtendedLifetime((value, pair)) {}
        },
        Operation("combine") { now in
            let left = try now.variable().observable, right = try now.variable().observable
            guard left !== right else { return }
            let spot = World.PairSpot(left +++ right, now.world.nextNumber(), [.order, .chain, .repeats])
            now.world.pairs.put(spot, &now.random)
        },
        Operation("set-pair", weight: 4) { now in
            let pair = try now.pair()
            pair.observable.value = now.value(of: pair)
        },
        Operation("set-pair-as") { now in
            let pair = try now.pair(), author = try now.author()
            pair.observable.set(now.value(of: pair), as: author)
        },
        Operation("change-pair-in-place", weight: 3) { now in
            let pair = try now.pair(), new = now.value(of: pair)
            let old =
                now.random.oneIn(2)
                ? exchange(&pair.observable.value.left, new.left) : exchange(&pair.observable.value.right, new.right)
            withExtendedLifetime(old) {}
        },
    ]
}

private func exchange(_ parcel: inout Parcel, _ new: Parcel) -> Parcel {
    let old = parcel
    parcel = new
    return old
}
