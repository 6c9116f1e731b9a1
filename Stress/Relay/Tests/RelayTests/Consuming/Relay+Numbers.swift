import SwiftObserver
import Testing

@testable import Relay

extension Relay {

    /// Publishes numbers in a stream, and waits until the server has them.
    func publish(_ numbers: some Sequence<Int>, to stream: String) async {
        let source = Messenger<Int>()
        let publication = publish(source, to: stream, keeping: .all, buffering: .unbounded)
        for number in numbers { source.send(number) }
        await until("it's published") { publication.isDone }
        publication.stop()
    }
}
