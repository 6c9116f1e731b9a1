import SwiftObserver

extension OperationContext {

    /// Makes a new value for a combination.
    ///
    /// Each half counts as a separate source, which leads to one variable.
    fileprivate mutating func value(of pair: FuzzSubject) -> Pair<Parcel, Parcel> {
        Parcel(for: -2 * pair.number, &self, isValue: true)
            +++ Parcel(for: -2 * pair.number - 1, &self, isEmpty: true, isValue: true)
    }
}

extension Operation {

    static let changing = [
        Operation("set", weight: 6) { context in
            let variable = try context.variable()
            variable.observable.value = context.parcel(for: variable)
        },
        Operation("assign") { context in
            let variable = try context.variable()
            variable.observable <- context.parcel(for: variable)
        },
        Operation("set-as") { context in
            let variable = try context.variable(), author = try context.author()
            variable.observable.set(context.parcel(for: variable), as: author)
        },
        Operation("set-equal") { context in
            // Other threads can set other values in between.
            let variable = try context.variable(), value = context.parcel()
            variable.observable.value = value
            variable.observable.value = value
        },
        Operation("change-in-place", weight: 4) { context in
            // The old value can perform any operation when it dies, so it must outlive the change.
            let variable = try context.variable()
            let old = exchange(&variable.observable.value, context.parcel(for: variable))
            withExtendedLifetime(old) {}
        },
        Operation("get", weight: 1) { context in
            let value = try context.variable().observable.value, pair = try context.pair().observable.latestMessage
            withExtendedLifetime((value, pair)) {}
        },
        Operation("combine") { context in
            let left = try context.variable().observable, right = try context.variable().observable
            guard left !== right else { return }
            let subject = FuzzWorld.FuzzPair(left +++ right, context.world.nextNumber(), [.order, .chain, .repeats])
            context.world.pairs.put(subject, &context.random)
        },
        Operation("set-pair", weight: 4) { context in
            let pair = try context.pair()
            pair.observable.value = context.value(of: pair)
        },
        Operation("set-pair-as") { context in
            let pair = try context.pair(), author = try context.author()
            pair.observable.set(context.value(of: pair), as: author)
        },
        Operation("change-pair-in-place", weight: 3) { context in
            let pair = try context.pair(), new = context.value(of: pair)
            let old =
                context.random.oneIn(2)
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
