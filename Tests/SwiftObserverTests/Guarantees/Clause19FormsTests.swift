import Dispatch
import SwiftObserver
import Testing

/// Each policy in each form and place.
@Suite struct Clause19BoundsHoldEverywhere {

    private let sky = Messenger<Int>(), dog = Dog()

    @Test(arguments: Place.allCases, Form.allCases)
    func `the newest are kept, and how many are missing is told right before them`(_ place: Place, _ form: Form) async {
        let calls = await calls(form, on: place, .newest(3), count: 4)
        #expect(calls == [.missed(2), .message(3), .message(4), .message(5)])
    }

    @Test(arguments: Place.allCases, Form.allCases)
    func `the oldest are kept, and how many are missing is told behind them`(_ place: Place, _ form: Form) async {
        let calls = await calls(form, on: place, .oldest(3), count: 4)
        #expect(calls == [.message(1), .message(2), .message(3), .missed(2)])
    }

    @Test(arguments: Place.allCases, Form.allCases)
    func `who falls behind is cut off behind what waits, and told the number`(_ place: Place, _ form: Form) async {
        let calls = await calls(form, on: place, .upTo(3), count: 4)
        #expect(calls == [.message(1), .message(2), .message(3), .missed(2)])
    }

    @Test(
        arguments: [Place.queue, .actor, .mainActor], [MessageBuffering.unbounded, .newest(5), .oldest(5), .upTo(5)])
    func `as many as may wait are all handled`(_ place: Place, _ buffering: MessageBuffering) async {
        let calls = await calls(.plain, on: place, buffering, count: 5)
        #expect(calls == (1...5).map { .message($0) })
    }

    /// Sends 1 to 5 while the place is blocked, and 6 after they are handled. Returns the calls
    /// before 6.
    private func calls(_ form: Form, on place: Place, _ buffering: MessageBuffering, count: Int) async -> [Call] {
        let place = PlaceForCalls(place), sky = sky
        place.start(form, sky, by: dog, buffering)
        await place.hold { for number in 1...5 { sky.send(number) } }
        await place.wait(for: count)
        let calls = place.calls.values
        if case .upTo(3) = buffering {
            await eventually { !dog.isObserving(sky) && !FreeObserver.shared.isObserving(sky) }
        }
        await place.hold { sky.send(6) }
        if case .upTo(3) = buffering {
            await place.hold {}
            #expect(place.calls.count == count)
        } else {
            await place.wait(for: count + 1)
            #expect(place.calls.values.last == .message(6))
        }
        return calls
    }

    @Test(arguments: [false, true])
    func `a combined observation has one bound for all of its observables`(isFree: Bool) {
        let queue = DispatchQueue(label: "queue"), calls = Recorder<Call>(), a = Var(0), b = Var(0)
        let receive: @Sendable (Update<Int>, Update<Int>) -> Void = { calls.record(.message(10 * $0.new + $1.new)) }
        let miss: @Sendable (Int) -> Void = { calls.record(.missed($0)) }
        if isFree {
            observe(a, b).on(queue).buffering(.newest(2)).missed(miss).receive(receive)
        } else {
            dog.observe(a, b).on(queue).buffering(.newest(2)).missed(miss).receive(receive)
        }
        queue.suspend()
        a <- 1
        b <- 1
        a <- 2
        b <- 2
        a <- 3
        #expect(a.backlog == 2 && b.backlog == 2)
        queue.resume()
        queue.sync {}
        #expect(calls.values == [.missed(3), .message(22), .message(32)])
    }

    @Test(arguments: [MessageBuffering.oldest(2), .upTo(2)])
    func `a combined observation tells its losses behind what waited`(_ buffering: MessageBuffering) {
        let queue = DispatchQueue(label: "queue"), calls = Recorder<Call>(), a = Var(0), b = Var(0), c = Var(0)
        dog.observe(a, b, c).on(queue).buffering(buffering).missed {
            calls.record(.missed($0))
        }.receive { a, b, c in
            calls.record(.message(100 * a.new + 10 * b.new + c.new))
        }
        queue.suspend()
        for number in 1...3 { for variable in [a, b, c] { variable <- number } }
        queue.resume()
        queue.sync {}
        #expect(calls.values == [.message(100), .message(110), .missed(7)])
        let isCutOff = buffering == .upTo(2)
        #expect([a, b, c].map(dog.isObserving) == Array(repeating: !isCutOff, count: 3))
    }

    @Test func `who isn't told of losses doesn't hear of them, and the bound is the same`() {
        let queue = DispatchQueue(label: "queue"), newest = Recorder<Int>(), oldest = Recorder<Int>(),
            upTo = Recorder<Int>()
        let cat = Dog(), cow = Dog()
        dog.observe(sky).on(queue).buffering(.newest(2)).receive { newest.record($0) }
        cat.observe(sky).on(queue).buffering(.oldest(2)).receive { oldest.record($0) }
        cow.observe(sky).on(queue).buffering(.upTo(2)).receive { upTo.record($0) }
        for round in [0, 10] {
            queue.suspend()
            for number in 1...5 { sky.send(round + number) }
            queue.resume()
            queue.sync {}
        }
        #expect(newest.values == [4, 5, 14, 15])
        #expect(oldest.values == [1, 2, 11, 12])
        #expect(upTo.values == [1, 2])
        #expect(!cow.isObserving(sky))
    }

    @Test(arguments: [MessageBuffering.newest(0), .oldest(0), .upTo(0), .newest(-1), .upTo(.min)])
    func `a bound below 1 stops the program`(_ buffering: MessageBuffering) async {
        let number: Int
        let kind: Int
        switch buffering {
        case .newest(let count): (kind, number) = (0, count)
        case .oldest(let count): (kind, number) = (1, count)
        case .upTo(let count): (kind, number) = (2, count)
        case .unbounded: return
        }
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [kind = kind as Int, number = number as Int] in
            let buffering = [MessageBuffering.newest(number), .oldest(number), .upTo(number)][kind]
            Dog().observe(Messenger<Int>()).on(DispatchQueue(label: "queue")).buffering(buffering).receive { _ in }
        }
        let message = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
        #expect(message.contains("SwiftObserver: the limit passed to `buffering` is below 1"))
    }
}
