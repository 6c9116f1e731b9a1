import Dispatch
import SwiftObserver
import Testing

/// The argument of a handler's call.
enum Call: Equatable, Sendable {
    case message(Int)
    case batch([Int])
    case missed(Int)
}

/// A handler that blocks in each call until the test lets it return.
final class SlowHandler: Sendable {

    let calls = Recorder<Call>()
    private let began = DispatchSemaphore(value: 0), mayEnd = DispatchSemaphore(value: 0)

    @Sendable func receive(_ number: Int) { stay(in: .message(number)) }
    @Sendable func receive(_ batch: [Int]) { stay(in: .batch(batch)) }
    @Sendable func miss(_ count: Int) { calls.record(.missed(count)) }

    private func stay(in call: Call) {
        calls.record(call)
        began.signal()
        _ = mayEnd.wait(timeout: .hangLimit)
    }

    /// Waits until the next call has begun. Returns `false` after the hang limit.
    func begins() -> Bool { began.wait(timeout: .hangLimit) == .success }

    /// Lets the current call return, and waits until the next one has begun.
    func goesOn() -> Bool {
        mayEnd.signal()
        return begins()
    }

    /// Lets that many calls return without blocking.
    func end(_ count: Int = 1) { for _ in 0..<count { mayEnd.signal() } }
}

/// An actor that handles nothing while it acts.
actor HeldActor {
    func act(_ body: @Sendable () -> Void) { body() }
}

/// Places where handlers run in tests.
enum Place: CaseIterable, Sendable { case queue, concurrentQueue, actor, mainActor }

/// Starts observations in all forms, records their calls, and can block their place.
final class PlaceForCalls: Sendable {

    let calls = Recorder<Call>()
    private let place: Place
    private let queue: DispatchQueue
    private let actor = HeldActor()

    init(_ place: Place) {
        self.place = place
        queue = DispatchQueue(label: "queue", attributes: place == .concurrentQueue ? .concurrent : [])
    }

    /// Blocks the place while the closure runs. If the place is a queue, it handles everything
    /// before this returns.
    func hold(_ body: @Sendable () -> Void) async {
        switch place {
        case .queue, .concurrentQueue:
            queue.suspend()
            body()
            queue.resume()
            await withCheckedContinuation { done in queue.async(flags: .barrier) { done.resume() } }
        case .actor: await actor.act(body)
        case .mainActor: await MainActor.run { body() }
        }
    }

    /// Waits for that many calls.
    func wait(for count: Int) async { await eventually { calls.count >= count } }

    func start(_ form: Form, _ sky: Messenger<Int>, by dog: Dog, _ buffering: MessageBuffering) {
        switch place {
        case .queue, .concurrentQueue: startOnQueue(form, sky, dog, buffering)
        case .actor: startOnActor(form, sky, dog, buffering)
        case .mainActor: startOnMainActor(form, sky, dog, buffering)
        }
    }

    private func startOnQueue(_ form: Form, _ sky: Messenger<Int>, _ dog: Dog, _ limit: MessageBuffering) {
        let miss: @Sendable (Int) -> Void = { [calls] in calls.record(.missed($0)) }
        let receive: @Sendable (Int) -> Void = { [calls] in calls.record(.message($0)) }
        let receiveWithAuthor: @Sendable (Int, AnyObject) -> Void = { [calls, weak sky] number, author in
            calls.record(.message(author === sky ? number : -1))
        }
        switch form {
        case .plain: dog.observe(sky).on(queue).buffering(limit).missed(miss).receive(receive)
        case .withAuthor:
            dog.observe(sky).on(queue).buffering(limit).missed(miss).withAuthor().receive(receiveWithAuthor)
        case .free: observe(sky).on(queue).buffering(limit).missed(miss).receive(receive)
        case .freeWithAuthor:
            observe(sky).on(queue).buffering(limit).missed(miss).withAuthor().receive(receiveWithAuthor)
        case .observed: sky.observed().on(queue).buffering(limit).missed(miss).receive(receive)
        case .observedWithAuthor:
            sky.observed().on(queue).buffering(limit).missed(miss).withAuthor().receive(receiveWithAuthor)
        case .chain: dog.observe(sky).on(queue).buffering(limit).missed(miss).map { $0 }.receive(receive)
        case .freeChain: observe(sky).on(queue).buffering(limit).missed(miss).map { $0 }.receive(receive)
        case .observedChain: sky.observed().on(queue).buffering(limit).missed(miss).map { $0 }.receive(receive)
        }
    }

    private func startOnActor(_ form: Form, _ sky: Messenger<Int>, _ dog: Dog, _ limit: MessageBuffering) {
        let miss: @Sendable (isolated HeldActor, Int) -> Void = { [calls] in
            $0.assertIsolated()
            calls.record(.missed($1))
        }
        let receive: @Sendable (isolated HeldActor, Int) -> Void = { [calls] in calls.record(.message($1)) }
        let receiveWithAuthor: @Sendable (isolated HeldActor, (message: Int, author: AnyObject)) -> Void = {
            [calls, weak sky] in
            calls.record(.message($1.author === sky ? $1.message : -1))
        }
        switch form {
        case .plain, .chain: dog.observe(sky).on(actor).buffering(limit).missed(miss).receive(receive)
        case .withAuthor:
            dog.observe(sky).on(actor).buffering(limit).missed(miss).withAuthor().receive(receiveWithAuthor)
        case .free, .freeChain: observe(sky).on(actor).buffering(limit).missed(miss).receive(receive)
        case .freeWithAuthor:
            observe(sky).on(actor).buffering(limit).missed(miss).withAuthor().receive(receiveWithAuthor)
        case .observed, .observedChain: sky.observed().on(actor).buffering(limit).missed(miss).receive(receive)
        case .observedWithAuthor:
            sky.observed().on(actor).buffering(limit).missed(miss).withAuthor().receive(receiveWithAuthor)
        }
    }

    private func startOnMainActor(_ form: Form, _ sky: Messenger<Int>, _ dog: Dog, _ limit: MessageBuffering) {
        let miss: @MainActor @Sendable (Int) -> Void = { [calls] in calls.record(.missed($0)) }
        let receive: @MainActor @Sendable (Int) -> Void = { [calls] in calls.record(.message($0)) }
        let receiveWithAuthor: @MainActor @Sendable (Int, AnyObject) -> Void = { [calls, weak sky] number, author in
            calls.record(.message(author === sky ? number : -1))
        }
        let main = MainActor.shared
        switch form {
        case .plain, .chain: dog.observe(sky).on(main).buffering(limit).missed(miss).receive(receive)
        case .withAuthor:
            dog.observe(sky).on(main).buffering(limit).missed(miss).withAuthor().receive(receiveWithAuthor)
        case .free, .freeChain: observe(sky).on(main).buffering(limit).missed(miss).receive(receive)
        case .freeWithAuthor:
            observe(sky).on(main).buffering(limit).missed(miss).withAuthor().receive(receiveWithAuthor)
        case .observed, .observedChain: sky.observed().on(main).buffering(limit).missed(miss).receive(receive)
        case .observedWithAuthor:
            sky.observed().on(main).buffering(limit).missed(miss).withAuthor().receive(receiveWithAuthor)
        }
    }
}

/// The ways to observe one observable.
enum Form: CaseIterable, Sendable {
    case plain, withAuthor, free, freeWithAuthor, observed, observedWithAuthor, chain, freeChain, observedChain
}
