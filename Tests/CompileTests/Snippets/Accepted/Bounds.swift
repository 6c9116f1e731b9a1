import Dispatch
import SwiftObserver

func bound(_ sky: Sky, _ dog: Dog, to queue: DispatchQueue, _ kennel: Kennel) {
    dog.observe(sky).on(queue).buffering(.newest(9)).receive { print($0) }
    dog.observe(sky).on(queue).buffering(.oldest(9)).missed { print($0) }.withAuthor().receive { color, author in
        print(color, author)
    }
    dog.observe(sky).on(queue).buffering(.upTo(9)).missed { count in
        print(count, "missing")
    }.receive { color in
        print(color)
    }
    dog.observe(sky).on(queue).buffering(.newest(9)).missed { print($0) }.map { $0 == .blue }.receive { print($0) }
    dog.observe(sky).on(kennel).buffering(.newest(9)).missed { kennel, count in print(kennel.colors, count) }.receive {
        $0.paint($1)
    }
    observe(sky).on(queue).buffering(.upTo(9)).receive { print($0) }
    sky.observed().on(kennel).buffering(.oldest(9)).receive { $0.paint($1) }
}

@MainActor func boundOnMainActor(_ sky: Sky, _ dog: Dog) {
    var missing = 0
    dog.observe(sky).on(MainActor.shared).buffering(.newest(9)).missed { missing += $0 }.receive { print($0, missing) }
    dog.observe(sky).on(MainActor.shared).batches(upTo: 9).receive { missing -= $0.count }
}

func merge(_ dog: Dog, on queue: DispatchQueue, _ kennel: Kennel) {
    let number = Var(1), text = Var("a"), both = number +++ text
    dog.observe(number).on(queue).merging().receive { print($0.old, $0.new) }
    dog.observe(both).on(queue).merging().withAuthor().receive { update, author in print(update.new.left, author) }
    dog.observe(number.filter { $0.new > 1 }).on(queue).merging().receive { print($0.new) }
    dog.observe(number, text).on(queue).merging().receive { number, text in print(number.new, text.new) }
    dog.observe(number).on(queue).merging().new().receive { print($0) }
    number.observed().on(kennel).merging().receive { _, update in print(update.new) }
}

func observeBatches(of sky: Sky, _ dog: Dog, on queue: DispatchQueue, _ kennel: Kennel) {
    dog.observe(sky).on(queue).batches(upTo: 9).receive { print($0.count) }
    dog.observe(sky).on(kennel).buffering(.oldest(99)).missed { print($1) }.batches(upTo: 9).receive { kennel, colors in
        for color in colors { kennel.paint(color) }
    }
    sky.observed().on(queue).buffering(.newest(99)).batches(upTo: 9).receive { print($0) }
}

func loop(over sky: Sky, _ number: Var<Int>) async {
    for await element in sky.messagesAndGaps(buffering: .newest(9)) {
        switch element {
        case .message(let color): print(color)
        case .gap(let missed): print(missed, "missing")
        }
    }
    for await update in number.mergedMessages() { print(update.new) }
}

func makeRoom(in sky: Sky) async {
    await sky.room(below: 9)
    if await sky.room(below: 1) { sky.send(.blue) }
}

func makeRoomOnThread(in sky: Sky) -> Bool { sky.waitForRoom(below: 9, within: .seconds(1)) && sky.backlog < 9 }
