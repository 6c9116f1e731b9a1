import Dispatch
import SwiftObserver

struct Card: Equatable, Sendable {
    struct Address: Equatable, Sendable { var city = "Rome" }
    var name = "Mia"
    var lines = ["Mia"]
    var address = Address()
    var second: Address?
    var initial: String { String(name.prefix(1)) }
}

final class Book: Equatable {
    var title = ""
    static func == (left: Book, right: Book) -> Bool { left === right }
}

// In Swift 5, key paths need the upcoming feature `InferSendableFromCaptures`.
#if swift(>=6)

    /// Each form of observing takes a key path.
    func observeParts(_ dog: Dog, _ card: Var<Card>, _ kennel: Kennel, on queue: DispatchQueue) {
        dog.observe(card, \.name) { print($0.new) }
        dog.observe(card, \.name) { update, author in print(update.new, author) }
        dog.observe(card, \.address.city, on: queue) { print($0.new) }
        dog.observe(card, \.address.city, on: queue) { update, author in print(update.new, author) }
        dog.observe(card, \.second?.city, on: kennel) { kennel, update in print(kennel, update) }
        dog.observe(card, \.second?.city, on: kennel) { kennel, update, author in print(kennel, update, author) }
        dog.observe(card, \.initial, on: MainActor.shared) { print($0) }
        dog.observe(card, \.initial, on: MainActor.shared) { update, author in print(update, author) }
        dog.observe(card, \.name).on(queue).buffering(.newest(3)).missed { print($0) }.new().receive { print($0) }
        dog.observe(card, \.name).on(queue).merging().receive { print($0) }
        dog.observe(card, \.name).on(kennel).batches(upTo: 3).receive { kennel, updates in print(kennel, updates) }
        dog.observe(card, \.name).new { print($0) }
        observe(card, \.name) { print($0) }
        observe(card, \.name) { print($0, $1) }
        observe(card, \.name).once().receive { print($0) }
    }

    /// Each kind of value has parts.
    func observePartsOfAllKinds(
        _ dog: Dog, _ card: Var<Card>, _ number: Var<Int>, _ optional: Var<Card?>, _ book: Var<Book>
    ) {
        let path = \Card.name
        dog.observe(card, path) { print($0.new) }
        dog.observe(card.startingWithLatest(), \.lines[0]) { print($0.new) }
        dog.observe(card.view, \.lines.count) { print($0.new) }
        dog.observe(card +++ number, \.left.name) { print($0.new) }
        dog.observe(card[\.address], \.city) { print($0.new) }
        dog.observe(optional, \.?.name) { print($0.new == nil) }
        dog.observe(card.filter { $0.new.name != "" }, \.name) { print($0.new) }
        dog.observe(book, \.title) { print($0.new) }
    }

    func deriveParts(_ card: Var<Card>, _ number: Var<Int>, _ text: Var<String>, _ optional: Var<Card?>) {
        let name: Derived<String> = card[\.name]
        let city = card.view[\.second?.city], count = text[\.count], first = text[text.startIndex]
        let both = Derived(name, card[\.initial]) { $0 + $1 }, all = Derived(of: [name, both[\.self]]) { $0.joined() }
        print(city, count, first, all, (card +++ number)[\.left.name], optional[\.?.name], number[\.description])
    }

#endif
