import SwiftObserver

extension OperationContext {

    mutating func fuzzMessenger(
        _ messenger: Messenger<Parcel>, rank: Int = 0, isOrdered: Bool = true, owner: AnyObject? = nil,
        number: Int? = nil, replaceOrigin: (@Sendable (FuzzSubject, Bool) -> Void)? = nil
    ) -> FuzzWorld.FuzzMessenger {
        // If a transform's origin is replaced by another transform of that origin, it can get the
        // current message again.
        let rules: HandlerRules = rank > 0 ? [.order, .repeats] : .order
        return FuzzSubjectOf(
            messenger, number ?? world.nextNumber(), rank: rank, isOrdered ? rules : [], owner: owner,
            replaceOrigin: replaceOrigin)
    }

    mutating func put(_ subject: FuzzWorld.FuzzMessenger) { world.messengers.put(subject, &random) }
}

extension Operation {

    static let coming = [
        Operation("new-observer", weight: 6) { context in
            context.world.observers.put(FuzzObserver(&context), &context.random)
        },
        Operation("new-messenger", weight: 5) { context in context.put(context.fuzzMessenger(Messenger())) },
        Operation("new-messenger-on-queue", weight: 2) { context in
            context.put(context.fuzzMessenger(Messenger(on: context.serialQueue())))
        },
        Operation("new-station", weight: 4) { context in
            let messenger = context.random.oneIn(4) ? Messenger<Parcel>(on: context.serialQueue()) : Messenger()
            let number = context.world.nextNumber(), station = ClientObservable(messenger, number, &context)
            context.put(context.fuzzMessenger(messenger, owner: station, number: number))
        },
        Operation("new-station-gone") { context in
            let messenger = Messenger<Parcel>(), number = context.world.nextNumber()
            let subject = context.fuzzMessenger(
                messenger, owner: ClientObservable(messenger, number, &context), number: number)
            try context.start(.withAuthor, subject, by: try context.observer())
        },
        Operation("new-variable", weight: 4) { context in
            let number = context.world.nextNumber(), value = Parcel(for: number, &context, isValue: true)
            let variable = context.random.oneIn(4) ? Var(value, on: context.serialQueue()) : Var(value)
            context.world.variables.put(FuzzSubjectOf(variable, number, [.order, .chain, .repeats]), &context.random)
        },
        Operation("new-promise", weight: 4) { context in
            let promise = context.random.oneIn(4) ? Promise<Parcel>(on: context.serialQueue()) : Promise()
            context.world.promises.put(FuzzSubjectOf(promise, context.world.nextNumber(), .once), &context.random)
        },
        Operation("new-actor") { context in context.world.actors.put(FuzzActor(), &context.random) },
    ]
}
