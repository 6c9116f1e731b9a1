import SwiftObserver

/// A buffered observable as clients may write it.
final class Level: Counted, BufferedObservable, @unchecked Sendable {

    let messenger = Messenger<Int>()
    private let number = Box(0)

    init() { super.init("level") }

    var latestMessage: Int { number.content }

    func rise() {
        number.content += 1
        step("rise")
        send()
    }
}
