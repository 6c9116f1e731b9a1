import SwiftObserver

extension Operation {

    static let sending = [
        Operation("send", weight: 12) { now in try now.send(try now.mail()) },
        Operation("send-from", weight: 4) { now in try now.send(try now.mail(), from: try now.author()) },
        Operation("send-many", weight: 2) { now in
            let mail = try now.mail()
            for _ in 0..<now.random.below(12) { try now.send(mail) }
        },
        Operation("send-dying") { now in
            let messenger = Messenger<Parcel>(), spot = now.mailSpot(messenger)
            try now.start(.plain, spot, by: try now.dog())
            try now.start(.onQueue, spot, by: try now.dog())
            try now.send(spot)
        },
        Operation("send-latest") { now in
            if now.random.oneIn(2) { try now.variable().observable.send() } else { try now.pair().observable.send() }
        },
        Operation("send-buffered") { now in
            switch now.random.below(3) {
            case 0: try now.buffer().observable.send()
            case 1: try now.value().observable.send()
            default: try now.standIn().observable.send()
            }
        },
        Operation("send-through-stand-in") { now in
            let spot = try now.value()
            spot.observable.startingWithLatest().send(now.parcel(for: spot))
        },
        Operation("send-on-queue") { now in
            let mail = try now.mail(), parcel = now.parcel(), block = Touch(.block, &now)
            now.queue().async { mail.observable.send(block.change(parcel), from: block) }
        },
    ]
}
