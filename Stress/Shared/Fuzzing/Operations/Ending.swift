import SwiftObserver

extension Operation {

    static let ending = [
        Operation("stop-one", weight: 5) { now in try now.spot().stop(try now.dog()) },
        Operation("stop-all", weight: 4) { now in
            let dog = try now.dog()
            dog.end { dog.stopObserving() }
        },
        Operation("stop-being-observed", weight: 3) { now in try now.spot().stopBeingObserved() },
        Operation("stop-being-observed-by") { now in try now.spot().stopBeingObserved(by: try now.dog()) },
        Operation("stop-free", weight: 1) { now in
            if now.random.oneIn(4) { FreeObserver.shared.stopObserving() }
            let spot = try now.mail()
            FreeObserver.shared.stopObserving(spot.observable)
        },
        Operation("lose-observer", weight: 3) { now in now.world.dogs.put(nil, &now.random) },
        Operation("lose-messenger", weight: 3) { now in now.world.mails.put(nil, &now.random) },
        Operation("lose-buffered", weight: 2) { now in
            switch now.random.below(5) {
            case 0: now.world.variables.put(nil, &now.random)
            case 1: now.world.pairs.put(nil, &now.random)
            case 2: now.world.buffers.put(nil, &now.random)
            case 3: now.world.standIns.put(nil, &now.random)
            default: now.world.values.put(nil, &now.random)
            }
        },
        Operation("lose-promise") { now in now.world.promises.put(nil, &now.random) },
        Operation("lose-actor", weight: 1) { now in now.world.kennels.put(nil, &now.random) },
        Operation("lose-author") { now in now.world.authors.put(nil, &now.random) },
        Operation("lose-on-queue") { now in
            let dog = try now.dog(), spot = try now.spot(), block = Touch(.block, &now)
            now.world.dogs.put(nil, &now.random)
            now.queue().async { withExtendedLifetime((dog, spot, block)) {} }
        },
        Operation("stop-on-queue") { now in
            let dog = try now.dog(), spot = try now.spot(), isAll = now.random.oneIn(2)
            now.queue().async { if isAll { dog.end { dog.stopObserving() } } else { spot.stop(dog) } }
        },
        Operation("observe-and-stop") { now in
            let dog = Dog(&now), spot = try now.spot()
            try now.start(.plain, spot, by: dog)
            try now.start(.onQueue, spot, by: dog)
            spot.stop(dog)
        },
    ]
}
