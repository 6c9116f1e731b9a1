import SwiftObserver

extension Operation {

    static let sending = [
        Operation("send", weight: 12) { context in try context.send(try context.messenger()) },
        Operation("send-from", weight: 4) { context in
            try context.send(try context.messenger(), from: try context.author())
        },
        Operation("send-many", weight: 2) { context in
            let messenger = try context.messenger()
            for _ in 0..<context.random.below(12) { try context.send(messenger) }
        },
        Operation("send-dying") { context in
            let messenger = Messenger<Parcel>(), subject = context.fuzzMessenger(messenger)
            try context.start(.plain, subject, by: try context.observer())
            try context.start(.onQueue, subject, by: try context.observer())
            try context.send(subject)
        },
        Operation("send-latest") { context in
            if context.random.oneIn(2) {
                try context.variable().observable.send()
            } else {
                try context.pair().observable.send()
            }
        },
        Operation("send-buffered") { context in
            switch context.random.below(3) {
            case 0: try context.buffer().observable.send()
            case 1: try context.value().observable.send()
            default: try context.standIn().observable.send()
            }
        },
        Operation("send-through-stand-in") { context in
            let subject = try context.value()
            subject.observable.startingWithLatest().send(context.parcel(for: subject))
        },
        Operation("send-on-queue") { context in
            let messenger = try context.messenger(), parcel = context.parcel(), block = ClosureCapture(.block, &context)
            context.queue().async { messenger.observable.send(block.change(parcel), from: block) }
        },
    ]
}
