import Dispatch
import SwiftObserver

// Chains of all kinds. The compiler must find the types of each one without a search.

let disk = DispatchQueue(label: "disk"), queue = DispatchQueue(label: "screen")

struct Row: Sendable {}

@MainActor final class Display {
    var color = Color.gray
    var number = 0

    func show(_ sky: Sky, _ dog: Dog, _ number: Var<Int>) {
        dog.observe(sky, on: MainActor.shared) { [weak self] color in self?.color = color }
        dog.observe(sky, on: MainActor.shared) { color, _ in self.color = color }
        dog.observe(sky).on(MainActor.shared).receive { self.color = $0 }
        sky.observed().on(MainActor.shared).withAuthor().receive { color, author in
            self.color = color
            print(author)
        }
        dog.observe(sky).on(MainActor.shared).buffering(.newest(9)).missed { self.number += $0 }
            .receive { self.color = $0 }
        dog.observe(number).on(MainActor.shared).merging().receive { self.number = $0.new }
        dog.observe(sky).on(MainActor.shared).batches(upTo: 9).receive { self.number -= $0.count }
        dog.observe(number).on(MainActor.shared).new().filter { $0 > 1 }.receive { self.number = $0 }
        dog.observe(number, number).on(MainActor.shared).map { $0.new + $1.new }.receive { self.number = $0 }
    }
}

func observeInPlace(_ sky: Sky, _ dog: Dog) {
    dog.observe(sky).receive { print($0) }
    dog.observe(sky).withAuthor().receive { color, author in print(color, author) }
    dog.observe(sky.view).receive { print($0) }
    observe(sky).receive { print($0) }
    sky.observed().once().receive { print($0) }
    let handle = sky.view.observed().receive { print($0) }
    handle.stopObserving()
}

func observeOnPlaces(_ sky: Sky, _ dog: Dog, _ kennel: Kennel) {
    dog.observe(sky).on(queue).receive { color in print(color) }
    dog.observe(sky).on(.main).withAuthor().receive { color, author in print(color, author) }
    dog.observe(sky).on(kennel).receive { kennel, color in kennel.paint(color) }
    dog.observe(sky).on(kennel).receive { $0.paint($1) }
    dog.observe(sky).on(kennel).withAuthor().receive { kennel, letter in
        kennel.paint(letter.message)
        print(letter.author)
    }
    observe(sky).on(queue).receive { print($0) }
    observe(sky).on(kennel).receive { $0.paint($1) }
    sky.observed().on(kennel).receive { $0.paint($1) }
    sky.observed().on(queue).once().withAuthor().receive { print($0, $1) }
    observe(sky).on(.global(qos: .background)).once().receive { print($0) }
    dog.observe(sky).on(kennel).once().receive { $0.paint($1) }
}

func limit(_ sky: Sky, _ rows: Messenger<Row>, _ number: Var<Int>, _ dog: Dog, _ kennel: Kennel) {
    dog.observe(sky).on(queue).buffering(.newest(1000)).missed { count in print(count) }.receive { color in
        print(color)
    }
    dog.observe(sky).on(queue).buffering(.oldest(9)).withAuthor().receive { color, author in print(color, author) }
    dog.observe(sky).on(queue).buffering(.newest(9)).map { $0 == .blue }.receive { print($0) }
    dog.observe(sky).on(kennel).buffering(.newest(9)).missed { print($0.colors, $1) }.receive { $0.paint($1) }
    dog.observe(rows).on(disk).batches(upTo: 500).receive { rows in print(rows.count) }
    dog.observe(rows).on(disk).buffering(.upTo(9)).missed { print($0) }.batches(upTo: 500).receive { print($0.count) }
    dog.observe(rows).on(disk).batches(upTo: 500).map { $0.count }.filter { $0 > 1 }.receive { print($0) }
    dog.observe(rows).on(disk).batches(upTo: 500).withAuthor().receive { rows, author in print(rows.count, author) }
    sky.observed().on(kennel).batches(upTo: 9).receive { kennel, colors in
        for color in colors { kennel.paint(color) }
    }
    dog.observe(number).on(queue).merging().receive { update in print(update.old, update.new) }
    dog.observe(number).on(queue).merging().withAuthor().receive { update, author in print(update.new, author) }
    dog.observe(number).on(queue).merging().new().receive { print($0) }
    number.observed().on(kennel).merging().receive { _, update in print(update.new) }
}

func combine(_ a: Var<Int>, _ b: Var<String>, _ c: Var<Bool>, _ dog: Dog, _ kennel: Kennel) {
    dog.observe(a, b).receive { a, b in print(a.new, b.new) }
    dog.observe(a, b).on(queue).receive { a, b in print(a.new, b.new) }
    dog.observe(a, b).on(queue).receive { a, b in
        let sum = a.new + 1
        if sum > 1 { print(b.new.count) }
        print(a.old, b.old)
    }
    dog.observe(a, b, c).on(queue).buffering(.newest(9)).missed { print($0) }.receive { a, b, c in print(a, b, c) }
    dog.observe(a, b).on(queue).merging().receive { a, b in print(a.new, b.new) }
    dog.observe(a, b).on(queue).withAuthor().receive { both, author in
        let (a, b) = both
        print(a.new, b.new, author)
    }
    dog.observe(a, b, c).on(.main).withAuthor().receive { all, author in print(all.0, all.1, all.2, author) }
    dog.observe(a, b).on(kennel).receive { _, both in print(both.0.new, both.1.new) }
    dog.observe(a, b).on(MainActor.shared).withAuthor().receive { print($0.message.0.new, $0.author) }
    dog.observe(a, b).filter { a, b in a.new > b.new.count }.receive { a, b in print(a.new, b.new) }
    dog.observe(a, b, c).on(queue).debounce(for: .seconds(1)).receive { a, b, c in print(a.new, b.new, c.new) }
    dog.observe(a, b).on(queue).batches(upTo: 9).receive { batch in print(batch.count, batch[0].1.new) }
    dog.observe(a, b).map { a, b in "\(a.new) \(b.new)" }.removeDuplicates().receive { print($0) }
    dog.observe(a, b).on(queue).map { a, b -> String in
        let sum = a.new + 1
        return sum > 1 ? b.new : "none"
    }.removeDuplicates().receive { print($0) }
    dog.observe(a.startingWithLatest(), b).on(queue).receive { a, b in print(a, b) }
    observe(a, b).on(queue).map { $0.new + $1.new.count }.receive { print($0) }
    observe(a, b, c).on(queue).receive { print($0.new, $1.new, $2.new) }
}

func transform(_ title: Var<String?>, _ sky: Sky, _ dog: Dog, _ kennel: Kennel) {
    dog.observe(title).new().unwrap("Untitled").map({ $0.count }) { length in print(length) }
    dog.observe(title).new().unwrap { print($0) }
    dog.observe(sky).select(.blue) { print("blue") }
    dog.observe(sky).map { $0 == .blue }.filter { $0 }.map { !$0 }.receive { print($0) }
    dog.observe(sky).from(sky) { print($0) }
    dog.observe(sky).notFrom(dog).withAuthor().receive { print($0, $1) }
    dog.observe(sky).on(queue).map { $0 == .blue }.removeDuplicates().receive { print($0) }
    dog.observe(sky).on(kennel).map { $0 == .blue }.receive { kennel, isBlue in print(kennel.colors, isBlue) }
    dog.observe(sky).on(kennel).debounce(for: .seconds(1)).receive { $0.paint($1) }
    dog.observe(sky).scan(0) { count, _ in count + 1 }.prefix(3).receive { print($0) }
    dog.observe(sky).filter { $0 == .blue }.withAuthor().receive { color, author in print(color, author) }
    dog.observe(sky).on(queue).throttle(for: .seconds(1)).delay(by: .seconds(1)).receive { print($0) }
    dog.observe(sky).on(queue).chunks(ofCount: 9, orEvery: .seconds(1)).map { $0.count }.receive { print($0) }
    dog.observe(sky).on(queue).timeout(after: .seconds(1), sending: .gray).dropFirst().receive { print($0) }
}
