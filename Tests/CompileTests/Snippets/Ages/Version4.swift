import SwiftObserver

/// Version 4.1, whose values were all optional.
enum Version41 {

    class Dog: Observer {  // error: does not conform // error: store `let receiver = Receiver()`
        deinit { stopObserving() }
    }

    class Sky: Observable {  // error: does not conform // error: store `let messenger = Messenger<…>()`
        var latestUpdate = Event.didInit
        enum Event { case didInit, didUpdate, willDeinit }
        deinit { removeObservers() }  // warning: renamed to 'stopBeingObserved()'
    }

    class Minimal: Observable {  // error: does not conform // error: and name it `latestMessage`
        let latestUpdate: Int? = nil
    }

    class Texts: Observable {  // error: does not conform // error: store `let messenger = Messenger<…>()`
        var latestUpdate: String?
        init() { send("did init") }  // error: 'String' to expected argument type 'NoMessenger'
    }

    static func endObservations(_ dog: NewDog, _ sky: NewSky) {
        dog.stopObserving(sky)
        dog.stopObservingDeadObservables()  // warning: Delete this call
        sky.removeDeadObservers()  // warning: Delete this call
        sky.removeObservers()  // warning: renamed to 'stopBeingObserved()'
        removeAbandonedObservations()  // warning: Delete this call
    }

    static func setValues() {
        let text = Var<String>(), number = Var(23)
        text.value = "a text"
        number <- 42
        number += 10
        number -= Var(6)
        number *= 2
        var sum = Var(3) + Var(2)
        sum += Var(5)
        print(number.number, text.string, text + "b", text + text, sum)
        for character in text { print(character) }
    }

    static func pull(_ number: Var<Int>, _ sky: NewSky) {
        number.send()
        print(number.latestUpdate)  // warning: renamed to 'latestMessage'
        print(sky.latestUpdate)  // error: If the type is yours, conform to `BufferedObservable`
        sky.send()  // error: If the type is yours, conform to `BufferedObservable`
        let stateful = Stateful()
        print(stateful.latestUpdate)
        stateful.send()  // error: If the type is yours, conform to `BufferedObservable`
        let length = Var("").map { $0.new.count }, variable = Var(1)
        print(variable.latestUpdate)  // warning: renamed to 'latestMessage'
        print(length.source.value, length.latestUpdate)  // warning: to 'origin' // warning: to 'latestMessage'
        length.source = Var("b")  // warning: renamed to 'origin' // error: call `replaceOrigin(with:
        length.send()
    }

    /// Nothing tells at such a class that nobody asks for its latest update, since it may well be the class's own business.
    class Stateful: Observable {
        let messenger = Messenger<Update<String?>>()
        var latestUpdate: Update<String?> { return Update(state, state) }
        var state: String?
    }

    static func transform(_ dog: NewDog, _ number: Var<Int>, _ sky: NewSky) {
        let title = Var<String>().new().unwrap("untitled")  // warning: Delete this call
        let shortText = Var<String>().new().unwrap("").filter { $0.count < 5 }  // warning: Delete this call
        print(shortText.filter?(Update("", "too long")) ?? true)  // error: Use `condition`
        let notifier = title.select("my notification")
        dog.observe(notifier) { print("sent") }
        dog.observe(sky).map({ $0 == .didInit }) { print($0) }
        dog.observe(sky).select(.didInit) { print("init") }
        dog.observe(number).map { $0.new ?? 0 }.receive { print($0) }  // warning: has non-optional type 'Int'
        let mapping: Mapping<Var<Int>, String> = number.map { "\($0.new)" }  // warning: renamed to 'Map'
        print(mapping)
        dog.observe(number).new().unwrap(0).map {  // warning: Delete this call: these messages are not optional
            "\($0)"
        }.filter {
            $0.count > 1
        }.map {
            Int.init($0)
        }.filter {
            $0 != nil
        }.unwrap(-1) {
            print($0)
        }
        dog.observe(number).new().unwrap { print($0) }  // warning: Write `receive` instead of `unwrap`
        dog.observe(number).new().unwrap(0) { print($0) }  // warning: Write `receive` instead of `unwrap`
        dog.observe(number).new().unwrap().receive { print($0) }  // warning: Delete this call
        print(number.new().unwrap().latestMessage)  // warning: Delete this call
    }

    static func standIn(_ number: Var<Int>) {
        let weakNumbers: [Weak<Var<Int>>] = [Weak(number)]
        print(weakNumbers[0].observable?.value ?? 0)
        print(weakNumbers[0].latestUpdate)  // error: Use `BufferedWeak`, and its `latestMessage`
        weakNumbers[0].send()  // error: Use `BufferedWeak`, and its `send()`
    }

    class NewDog: Observer { let receiver = Receiver() }

    class NewSky: Observable {
        let messenger = Messenger<Event>()
        enum Event { case didInit, didUpdate }
    }
}

enum Version42 {

    class Minimal: CustomObservable {  // warning: Conform to `Observable`
        let messenger = Messenger<String?>()
        typealias UpdateType = String?
    }

    class Model: CustomObservable {  // warning: Conform to `Observable`
        let messenger = Messenger(Event.didInit)  // error: Use `Messenger<Message>()`
        typealias UpdateType = Event
        enum Event { case didInit, didUpdate, willDeinit }
    }

    class NoDuplication: CustomObservable {  // warning: Conform to `Observable`
        init() { remembersLatestUpdate = false }  // warning: Delete this
        let messenger = Messenger<String?>()
        typealias UpdateType = String?
    }

    class Stateful: CustomObservable {  // warning: conform to `BufferedObservable`, and name it `latestMessage`
        var latestUpdate: Update<String?> { return Update(state, state) }
        var state: String? {
            didSet { if oldValue != state { send(Update(oldValue, state)) } }
        }
        let messenger = Messenger<Update<String?>>()
        typealias UpdateType = Update<String?>
    }

    static func pull(_ minimal: Minimal, _ stateful: Stateful) {
        let messenger = Messenger("first")  // error: Use `Messenger<Message>()`
        print(messenger.latestUpdate)  // error: Store its `buffer()`, and use the buffer's `latestMessage`
        print(messenger.latestMessage)  // error: Store its `buffer()`, and use the buffer's `latestMessage`
        messenger.latestMessage = "none"  // error: Store its `buffer()`, and use the buffer's `latestMessage`
        messenger.remembersLatestMessage = false  // warning: Delete this
        messenger.send()  // error: Store and observe its `buffer()`, and use the buffer's `send()`
        minimal.messenger.latestMessage = nil  // error: Store its `buffer()`, and use the buffer's `latestMessage`
        minimal.send()  // error: If the type is yours, conform to `BufferedObservable`
        print(Weak(stateful).latestUpdate)  // error: Use `BufferedWeak`, and its `latestMessage`
        print(Weak(minimal).latestMessage as Any)  // error: Use `BufferedWeak`, and its `latestMessage`
    }

    static func calculate() {
        let numVar = Var<Int?>(), text = Var<String?>()
        numVar += Var(7)
        numVar -= 1
        numVar *= 3
        numVar /= 2
        print(numVar.int, text.string)
    }

    static func observe(_ dog: NewDog, _ messenger: Messenger<String>, _ number: Var<Int>) {
        dog.observe(messenger, number, number) { print($0, $1, $2) }  // error: Observables that are observed together
        dog.observe(messenger).select("my notification") { print("mine") }
        let texts = Var("").new()
        texts.send("text message")
        texts.source <- "some message"  // warning: renamed to 'origin'
    }

    class NewDog: Observer {
        let receiver = Receiver()
        deinit { stopObserving() }
    }
}
