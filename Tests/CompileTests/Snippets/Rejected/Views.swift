import Dispatch
import SwiftObserver

func abuse(_ colors: ObservableView<Color>, _ dog: Dog) async {
    colors.send(Color.blue)  // error: has no member 'send'
    colors.send(Color.blue, from: dog)  // error: has no member 'send'
    colors.messenger.send(Color.blue)  // error: has no member 'messenger'
    colors.sourceMessenger.messenger.send(Color.blue)  // error: 'messenger' is inaccessible due to 'package'
    colors.original  // error: 'original' is inaccessible due to 'private'
    colors.stopBeingObserved()  // error: has no member 'stopBeingObserved'
    colors.stopBeingObserved(by: dog)  // error: has no member 'stopBeingObserved'
    await colors.close(within: Duration.zero)  // error: has no member 'close'
}

func abuse(_ balance: BufferedView<Update<Int>>) {
    balance.value = 1  // error: 'value' is a get-only property
    balance <- 1  // error: cannot convert value of type
    balance.send()  // error: has no member 'send'
    balance.latestMessage = Update(1, 2)  // error: 'latestMessage' is a get-only property
    balance.startingWithLatest().send()  // error: has no member 'send'
    balance.startingWithLatest().origin  // error: has no member 'origin'
}

func forge(_ messenger: Messenger<Color>) {
    _ = SourceMessenger(messenger)  // error: is inaccessible due to 'internal'
    let observable: any Observable = messenger.view  // error: does not conform
    print(observable)
}

func shareViews(of cats: Messenger<Cat>) {
    share(cats.view)  // error: 'Cat' does not conform to the 'Sendable'
    share(cats.buffer().view)  // error: 'Cat' does not conform to the 'Sendable'
}
