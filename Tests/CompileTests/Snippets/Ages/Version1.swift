import SwiftObserver

// Programs of each age, with all of its names. Each name still compiles, or there's a diagnostic that names the way. A
// class comes in the form of its age, and is used in the form into which the diagnostic turns it.

enum Version1 {

    class Dog: Observer {  // error: does not conform // error: store `let receiver = Receiver()`
        deinit { stopAllObserving() }  // warning: renamed to 'stopObserving()'
    }

    class Sky: Observable {  // error: does not conform // error: store `let messenger = Messenger<…>()`
        var update: Color { return .gray }
        enum Color { case blue, gray }
        func clear() { updateObservers(.blue) }  // error: type 'NoMessenger' has no member 'blue'
        deinit { updateObservers(.gray) }  // error: type 'NoMessenger' has no member 'gray'
    }

    class Minimal: CustomObservable {  // warning: is deprecated // error: not conform // error: messenger
        var update: String? { return nil }
    }

    class State: Observable {  // error: does not conform // error: `BufferedObservable`, and name it `latestMessage`
        var update: Update<String?> { return Update(state, state) }
        var state: String? {
            didSet {
                if oldValue != state {
                    updateObservers(Update(oldValue, state))  // error: 'Update<String?>' to expected argument type
                }
            }
        }
    }

    class Model: Codable {
        let text = Var("A String Variable")  // warning: immutable property will not be decoded
    }

    static func setValues() {
        let number = Var(13)
        number.value = 23
        number.value = nil  // error: 'nil' cannot be assigned to type 'Int'
        number <- 42
        number <- nil  // error: 'nil' is not compatible with expected argument type 'Int'
        let text: Variable<String> = Var<String>()
        let values: [Any?] = [number.value, text.value]
        print(values)
    }

    static func endObservations(_ dog: NewDog, _ number: Var<Int>) {
        dog.observe(number) { update in if update.new != update.old { print(update.new) } }
        dog.stopObserving(number)
        number.removeNilObservers()  // warning: Delete this call
        number.removeAllObservers()  // warning: renamed to 'stopBeingObserved()'
        dog.stopAllObserving()  // warning: renamed to 'stopObserving()'
    }

    static func combineVariables(_ dog: NewDog, _ text: Var<String>, _ number: Var<Int>) {
        let textAndNumber = text + number  // error: To combine variables, write `+++`
        dog.observe(textAndNumber) { print($0.new.left, $0.new.right) }
        let pair: PairVariable<String, Int> = text +++ number  // warning: write `Var<Pair<Left, Right>>`
        let three = Var(0.75) + Var("text") + Var(10)  // error: To combine variables, write `+++`
        three <- Pair(Pair(0.33, "new"), 42)
        three <- 0.33 +++ "new" +++ 42
        print(pair)
    }

    static func transform(_ dog: NewDog, _ title: Var<String>, _ number: Var<Int>) {
        let latestText = title.map { $0.new }
        let length = latestText.map { $0?.count ?? 0 }  // error: optional chaining on non-optional value
        let latestNumber = number.new().unwrap(0)  // warning: Delete this call: these messages are not optional
        dog.observe(latestNumber) { print($0) }
        dog.observe(title) { print($0.new) }
        let mapping: Mapping<Var<String>, Int> = title.map { $0.new.count }  // warning: renamed to 'Map'
        _ = length
        print(mapping.source)  // warning: renamed to 'origin'
    }

    static func observeTogether(
        _ dog: NewDog, _ text: Var<String>, _ number: Var<Int>, _ sky: NewSky
    ) {
        dog.observe(text, number, sky) { print($0, $1, $2) }  // error: must be buffered
        observe(text, sky) { print($0, $1) }  // error: must be buffered
        sky.updateObservers(.blue)  // warning: renamed to 'send(_:)'
        print(number.update, text.new().update)  // warning: renamed to 'latestMessage'
        print(text.new().filter { $0 == "" }.update)  // error: use the buffer's `latestMessage`
    }

    class NewDog: Observer { let receiver = Receiver() }

    class NewSky: Observable, @unchecked Sendable {
        let messenger = Messenger<Color>()
        typealias Latest = UpdateType  // warning: renamed to 'Message'
        enum Color { case blue, gray }
    }
}
