import SwiftObserver

final class Editor: Observer, Sendable {

    init(_ text: Var<String>) {
        self.text = text
        observe(text) { [unowned self] update, author in if author !== self { foreignEdits.value.append(update.new) } }
        observe(text).notFrom(self).new { [weak self] in self?.foreignEdits.value.append($0) }
    }

    func edit(_ text: String) { self.text.set(text, as: self) }

    let foreignEdits = Var([String]())
    private let text: Var<String>
    let receiver = Receiver()
}

func filter(_ sky: Sky, by dog: Dog, of friends: Set<ObjectIdentifier>) {
    let friendly = sky.filterAuthor { friends.contains(ObjectIdentifier($0)) }
    dog.observe(friendly) { print($0) }
    dog.observe(sky.from(dog)) { print($0) }
    dog.observe(sky.notFrom(dog)) { print($0) }
    dog.observe(sky).from(dog) { print($0) }
    dog.observe(sky).filterAuthor { $0 === dog }.withAuthor().receive { print($0, $1) }
    sky.send(.blue, from: dog)
}
