import Dispatch
import SwiftObserver

extension Workload {

    /// - Parameter isFed: `true` if the loop runs during the sends. Otherwise it begins after them.
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

    /// One thread sends to fifty loops, each of which keeps only the newest number.
    ///
    /// The job is a send to all of them.
    package static func newestLoops() -> Workload {
        Workload(
            "send to 50 loops", count: 4_000,
            [
                Contender("messages(buffering: .newest(1))", counting: .nothing) { last in
                    let messenger = Messenger<Int>()
                    fiftyLoops(over: { _ in messenger.messages(buffering: .newest(1)) }, to: last) {
                        for number in 1...last { messenger.send(number) }
                    }
                },
                Contender("AsyncStream, newest 1", counting: .nothing) { last in
                    let streams = (0..<50).map { _ in
                        AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
                    }
                    fiftyLoops(over: { streams[$0].stream }, to: last) {
                        for number in 1...last { for stream in streams { stream.continuation.yield(number) } }
                    }
                },
            ])
    }

    private static func fiftyLoops<Numbers: AsyncSequence & Sendable>(
        over numbers: (Int) -> Numbers, to last: Int, feed: () -> Void
    ) where Numbers.Element == Int, Numbers.Failure == Never {
        let done = DispatchSemaphore(value: 0)
        for numbers in (0..<50).map(numbers) {
            Task.detached {
                for await number in numbers where number == last { break }
                done.signal()
            }
        }
        feed()
        for _ in 0..<50 { done.wait() }
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
