import SwiftObserver

extension Now {

    mutating func mailSpot(
        _ messenger: Messenger<Parcel>, rank: Int = 0, isOrdered: Bool = true, owner: AnyObject? = nil,
        number: Int? = nil, replaceOrigin: (@Sendable (Spot, Bool) -> Void)? = nil
    ) -> World.MailSpot {
        // A transform whose origin is replaced by another transform of that origin can get the current message once more.
        let rules: Rules = rank > 0 ? [.order, .repeats] : .order
        return SpotOf(
            messenger, number ?? world.nextNumber(), rank: rank, isOrdered ? rules : [], owner: owner,
            replaceOrigin: replaceOrigin)
    }

    mutating func put(_ spot: World.MailSpot) { world.mails.put(spot, &random) }
}

extension Operation {

    static let coming = [
        Operation("new-observer", weight: 6) { now in now.world.dogs.put(Dog(&now), &now.random) },
        Operation("new-messenger", weight: 5) { now in now.put(now.mailSpot(Messenger())) },
        Operation("new-messenger-on-queue", weight: 2) { now in
            now.put(now.mailSpot(Messenger(on: now.serialQueue())))
        },
        Operation("new-station", weight: 4) { now in
            let messenger = now.random.oneIn(4) ? Messenger<Parcel>(on: now.serialQueue()) : Messenger()
            let number = now.world.nextNumber(), station = Station(messenger, number, &now)
            now.put(now.mailSpot(messenger, owner: station, number: number))
        },
        Operation("new-station-gone") { now in
            let messenger = Messenger<Parcel>(), number = now.world.nextNumber()
            let spot = now.mailSpot(messenger, owner: Station(messenger, number, &now), number: number)
            try now.start(.withAuthor, spot, by: try now.dog())
        },
        Operation("new-variable", weight: 4) { now in
            let number = now.world.nextNumber(), value = Parcel(for: number, &now, isValue: true)
            let variable = now.random.oneIn(4) ? Var(value, on: now.serialQueue()) : Var(value)
            now.world.variables.put(SpotOf(variable, number, [.order, .chain, .repeats]), &now.random)
        },
        Operation("new-promise", weight: 4) { now in
            let promise = now.random.oneIn(4) ? Promise<Parcel>(on: now.serialQueue()) : Promise()
            now.world.promises.put(SpotOf(promise, now.world.nextNumber(), .once), &now.random)
        },
        Operation("new-actor") { now in now.world.kennels.put(Kennel(), &now.random) },
    ]
}
