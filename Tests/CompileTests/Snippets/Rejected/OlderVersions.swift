import SwiftObserver

func rely(on messenger: Messenger<Color>, _ sky: Sky, _ text: Var<String>) {
    print(messenger.latestUpdate)  // error: Store `buffer()` of it, and use its `latestMessage`
    print(sky.latestUpdate)  // error: Store `buffer()` of it, and use its `latestMessage`
    messenger.send()  // error: Store and observe `buffer()` of it, and use its `send()`
    sky.send()  // error: Store and observe `buffer()` of it, and use its `send()`
    _ = Messenger(Color.blue)  // error: Use `Messenger<Message>()`
    text.new().source = text  // warning: 'source' is deprecated // error: Set `origin`, which sends nothing
}
