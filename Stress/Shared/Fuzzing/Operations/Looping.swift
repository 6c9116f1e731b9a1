import SwiftObserver

extension Operation {

    static let looping = [
        Operation("loop") { now in try now.spot().loop(.unbounded, withAuthors: false, &now) },
        Operation("loop-newest", weight: 1) { now in
            try now.spot().loop(.newest(1 + now.random.below(3)), withAuthors: now.random.oneIn(2), &now)
        },
        Operation("loop-oldest", weight: 1) { now in
            try now.spot().loop(.oldest(1 + now.random.below(3)), withAuthors: now.random.oneIn(2), &now)
        },
        Operation("loop-with-authors", weight: 1) { now in
            try now.spot().loop(.unbounded, withAuthors: true, &now)
        },
        Operation("loop-over-values") { now in
            let variable = try now.variable().observable, touch = now.touch(), limit = now.random.below(9)
            now.loop(variable.values(), limit) { touch.pass($0) }
        },
        Operation("loop-shared", weight: 1) { now in
            let messages = try now.mail().observable.messages(), touch = now.touch()
            now.loop(messages, now.random.below(9)) { touch.pass($0) }
            now.loop(messages, now.random.below(9)) { touch.pass($0) }
        },
        Operation("loop-never", weight: 1) { now in
            let mail = try now.mail(), messages = mail.observable.messages()
            try now.send(mail)
            _ = messages.droppedCount
        },
        Operation("cancel", weight: 3) { now in
            let seed = now.random.next()
            let task = now.world.tasks.withLock { $0.isEmpty ? nil : $0[Int(seed % UInt64($0.count))] }
            task?.cancel()
        },
    ]
}
