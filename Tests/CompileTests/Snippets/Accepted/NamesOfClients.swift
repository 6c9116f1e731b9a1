import SwiftObserver

// Names that earlier versions had, and that clients have as well. Inside of an observable class, members of all observables
// would hide functions and variables of the same name.

struct Change: Equatable { var text = "" }
struct Mapper {}
struct Unwrapper {}
struct Connections {}
enum AnyAuthor { case someone }
struct PairVariable {}
protocol ObservableCache {}
protocol CustomObservable {}
protocol EarlierObservable {}

func update() {}
func update(_ text: String) {}
let cache = [1]
let latestMessage = "own"

extension Int { var int: String { "\(self)" } }
extension String { var string: Self { self + self } }
extension Optional where Wrapped == Double { var double: String { "" } }

/// Uses what is declared outside.
final class Poster: Observable, Sendable {
    let messenger = Messenger<Change>()
    func show() {
        update()
        update("text")
        send(Change(text: latestMessage))
        print(cache.count + 1)
        for (number, text) in zip([1, 2], ["a", "b"]) { print(number, text) }
    }
}

/// Has properties that earlier versions asked for, or offered.
class Tile: Observable {
    let messenger = Messenger<Change>()
    var update = 1
    let latestUpdate = Update(1, 2)
    let cache = [1]
    private(set) var latestMessage = Change()
    private let connections = Connections()
    func filter() {}
    func show() {
        update += cache.count
        latestMessage = Change()
        print(connections)
    }
    func unwrap() -> Int { 1 }
    func unwrap(_ value: Int) -> Int { value }
}

/// Has functions of these names.
final class Page: Observable, Sendable {
    let messenger = Messenger<Change>()
    func update() { send(Change()) }
    func update(_ change: Change) { send(change) }
    func cache() {}
    func stopObservations(_ reason: String) {}
}

/// Subclasses are free to have all of that, too.
final class Thermometer: Messenger<Int>, BufferedObservable, @unchecked Sendable {
    var latestMessage = 2
    var update = "update"
    let cache = 1
    func measure() {
        latestMessage = 3
        update += update
        send()
    }
}

/// Receivers and messengers may come from a protocol.
protocol Listener: Observer { var ears: Receiver { get } }
extension Listener { var receiver: Receiver { ears } }
final class Bat: Listener, Sendable { let ears = Receiver() }

protocol Speaker: Observable where Message == String { var mouth: Messenger<String> { get } }
extension Speaker { var messenger: Messenger<String> { mouth } }
final class Parrot: Speaker, Sendable { let mouth = Messenger<String>() }

class Box<Content>: Observable {
    lazy var messenger = Messenger<Content>()
}
final class Crate: Box<Int> { func fill() { send(1) } }

func use(_ tile: Tile, _ page: Page, _ change: Change, _ author: AnyAuthor, _ thermometer: Thermometer) {
    let sum: Int = tile.unwrap() + tile.unwrap(1) + tile.update + thermometer.latestMessage + tile.cache[0]
    page.update(change)
    page.update()
    page.cache()
    tile.filter()
    let text: String = 1.int + "a".string + Double?(1).double + thermometer.update
    print(sum, text, author, tile.latestMessage, tile.latestUpdate.new)
}

/// `unwrap` takes the optional away. `filter`, `+` and combined observations keep the types.
func unwrapAndFilter(_ optional: Messenger<Int?>, _ dog: Dog, _ number: Var<Int>, _ text: Var<String>) {
    let some = optional.unwrap(), all = optional.unwrap(0), filter = some.filter { $0 > 1 }.filter { $0 > 2 }
    let types: [Int.Type] = [type(of: some).Message.self, type(of: all).Message.self, type(of: filter).Message.self]
    dog.observe(optional).unwrap().map { $0 + 1 }.receive { print($0) }
    dog.observe(optional).unwrap(0) { print($0 + 1) }
    dog.observe(optional).unwrap { print($0 + 1) }
    let sum: Int = number + number + 1, sums: String = text + text + "c"
    dog.observe(optional.buffer(), number, text) { print(($0 ?? 0) + $1.new, $2.new + sums, sum) }
    print(types)
}

/// Messages without content are sent without an argument, and what is buffered has the latest message.
func sendNothing(_ messenger: Messenger<Void>, _ dog: Dog, _ number: Var<Int>) {
    messenger.send()
    Weak(messenger).send()
    print([number].map(\.latestMessage), [number.new()].map(\.latestMessage))
}

/// Is a sequence, and can be zipped as one.
final class Playlist: Observable, Sequence, Sendable {
    let messenger = Messenger<String>()
    func makeIterator() -> IndexingIterator<[String]> { ["a", "b"].makeIterator() }
}

func zipPlaylists(_ list: Playlist) {
    let pairs = zip(list, list)
    for (one, other) in pairs { print(one + other) }
}
