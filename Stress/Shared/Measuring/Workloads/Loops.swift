import Dispatch
import SwiftObserver

extension Workload {

    /// - Parameter isFed: Whether the loop runs while it's fed. Otherwise it begins when all is there.
    package static func loop(isFed: Bool) -> Workload {
        Workload(
            isFed ? "loop while one sends" : "loop after one sent", count: 50_000,
            [
                Contender("messages()", counting: .nothing) { last in
                    let messenger = Messenger<Int>()
                    loop(over: { messenger.messages() }, to: last, isFed) {
                        for number in 1...last { messenger.send(number) }
                    }
                },
                Contender("AsyncStream", counting: .nothing) { last in
                    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
                    loop(over: { stream }, to: last, isFed) { for number in 1...last { continuation.yield(number) } }
                },
            ])
    }

    private static func loop<Numbers: AsyncSequence & Sendable>(
        over numbers: @escaping @Sendable () -> Numbers, to last: Int, _ isFed: Bool, feed: () -> Void
    ) where Numbers.Element == Int, Numbers.Failure == Never {
        let ready = DispatchSemaphore(value: 0), done = DispatchSemaphore(value: 0)
        let fed = isFed ? nil : numbers()
        if !isFed { feed() }
        Task.detached {
            let numbers = fed ?? numbers()
            ready.signal()
            for await number in numbers where number == last { break }
            done.signal()
        }
        if isFed {
            ready.wait()
            feed()
        }
        done.wait()
    }
}
