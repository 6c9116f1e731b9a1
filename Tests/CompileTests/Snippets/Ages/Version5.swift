import SwiftObserver

enum Version5 {

    class Dog: Observer {  // error: does not conform // error: store `let receiver = Receiver()`
        deinit { stopObserving() }
    }

    class Sky: CustomObservable {  // warning: conform to `BufferedObservable`, and name it `latestMessage`
        let messenger = Messenger<Color>()
        enum Color { case blue }
    }

    class State: CustomObservable {  // warning: conform to `BufferedObservable`, and name it `latestMessage`
        let messenger = Messenger<Update<Int>>()
        var latestMessage: Update<Int> { Update(1, 1) }
    }

    static func change(_ number: Var<Int>) {
        let change: Change<Int> = Update(1, 2)  // error: 'Change' has been renamed to 'Update'
        print(change.old, change.new)
        number.send()
        var length = number.map { $0.new }
        print(number.latestMessage, length.source)  // warning: renamed to 'origin'
        length = number.map { $0.new + 1 }
    }

    static func endObservations(_ dog: NewDog, _ sky: Sky) {
        dog.stopObserving(sky)
        sky.stopObservations()  // warning: renamed to 'stopBeingObserved()'
        sky.stopAbandonedObservations()  // warning: Delete this call
        stopAllAbandonedObservations()  // warning: Delete this call
    }

    static func pull(_ sky: Sky, _ messenger: Messenger<String>) {
        print(sky.latestMessage)  // error: Store its `buffer()`, and use the buffer's `latestMessage`
        sky.send()  // error: Store and observe its `buffer()`, and use the buffer's `send()`
        print(messenger.latestMessage)  // error: Store its `buffer()`, and use the buffer's `latestMessage`
        messenger.remembersLatestMessage = false  // warning: Delete this
    }

    class NewDog: Observer { let receiver = Receiver() }
}
