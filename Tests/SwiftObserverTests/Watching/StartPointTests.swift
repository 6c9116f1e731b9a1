import Dispatch
import SwiftObserverTesting
import Testing

@testable import SwiftObserver

extension WatchSuite {

    /// File and line where an observation starts while watching is on, in the client's code.
    ///
    /// The observable is known as the client observes it. Each line below is one kind of start.
    @Suite final class StartPoints {

        private actor Home {}

        private let queue = DispatchQueue(label: "kennel"), home = Home(), dog = Dog()
        private var kept: [Any] = []

        private let messenger = { Messenger<Int>() }, variable = { Var(0) }, promise = { Promise<Int>() }
        private let buffer = { Messenger<Int>().buffer() }

        init() { Watch.start() }
        deinit { Watch.stop() }

        /// Makes an observable, starts an observation, and expects the caller's line as its start.
        private func check<O: MessageSource>(
            _ make: () -> O, location: SourceLocation = #_sourceLocation, _ start: (O) -> Any
        ) {
            let observable = make()
            kept.append(start(observable))
            let sight = observable.inspect().observations
            #expect(sight.map(\.line) == [location.line], sourceLocation: location)
            #expect(sight.map(\.file) == [location.fileID], sourceLocation: location)
            observable.sourceMessenger.messenger.office.forEachObservation { observation in
                let observed = observation.probe?.startPoint?.observable
                #expect(observed.map { $0 == O.self } == true, sourceLocation: location)
            }
        }

        @Test func `observers`() {
            check(messenger) { dog.observe($0) { _ in } }
            check(messenger) { dog.observe($0) { _, _ in } }
            check(messenger) { dog.observe($0, on: queue) { _ in } }
            check(messenger) { dog.observe($0, on: queue) { _, _ in } }
            check(messenger) { dog.observe($0, on: home) { _, _ in } }
            check(messenger) { dog.observe($0, on: home) { _, _, _ in } }
            check(messenger) { dog.observe($0, on: MainActor.shared) { _ in } }
            check(messenger) { dog.observe($0, on: MainActor.shared) { _, _ in } }
        }

        @Test func `free observers, and observables that are told to be observed`() {
            check(messenger) { observe($0) { _ in } }
            check(messenger) { observe($0) { _, _ in } }
            check(messenger) { observe($0).on(queue).receive { _ in } }
            check(messenger) { observe($0).on(queue).withAuthor().receive { _ in } }
            check(messenger) { observe($0).on(home).receive { _, _ in } }
            check(messenger) { $0.observed { _ in } }
            check(messenger) { $0.observed { _, _ in } }
            check(messenger) { $0.observed().on(queue).receive { _ in } }
            check(messenger) { $0.observed().on(home).receive { _, _ in } }
        }

        @Test func `batches`() {
            check(messenger) { dog.observe($0).on(queue).batches(upTo: 3).receive { _ in } }
            check(messenger) { dog.observe($0).on(home).batches(upTo: 3).receive { _, _ in } }
            check(messenger) { observe($0).on(queue).batches(upTo: 3).receive { _ in } }
            check(messenger) { observe($0).on(MainActor.shared).batches(upTo: 3).receive { _ in } }
            check(messenger) { $0.observed().on(queue).batches(upTo: 3).receive { _ in } }
            check(messenger) { $0.observed().on(home).batches(upTo: 3).receive { _, _ in } }
        }

        @Test func `chains, from where they begin`() {
            check(messenger) { dog.observe($0).map { $0 + 1 }.receive { _ in } }
            check(messenger) { dog.observe($0).on(queue).filter { $0 > 1 }.receive { _ in } }
            check(messenger) { dog.observe($0).on(queue).buffering(.newest(1)).map { $0 }.receive { _ in } }
            check(variable) { observe($0).on(queue).merging().new().receive { _ in } }
            check(messenger) { observe($0).receive { _ in } }
            check(messenger) { $0.observed().receive { _ in } }
            check(messenger) { $0.observed().on(queue).receive { _ in } }
        }

        @Test func `merged updates`() {
            check(variable) { dog.observe($0).on(queue).merging().receive { _ in } }
            check(variable) { dog.observe($0).on(home).merging().receive { _, _ in } }
            check(variable) { $0.observed().on(queue).merging().receive { _ in } }
            check(variable) { $0.observed().on(home).merging().receive { _, _ in } }
        }

        @Test func `one message only, and promises`() {
            check(messenger) { observeOnce($0) { _ in } }
            check(messenger) { observe($0).on(queue).once().receive { _ in } }
            check(messenger) { $0.observedOnce { _ in } }
            check(messenger) { $0.observed().on(queue).once().withAuthor().receive { _, _ in } }
            check(promise) { $0.whenFulfilled { _ in } }
            check(promise) { $0.observed().on(queue).receive { _ in } }
            check(buffer) { $0.whenFulfilled { _ in } }
            check(buffer) { $0.observed().on(queue).receive { _ in } }
        }

        @Test func `loops, from where their messages begin to be kept`() {
            check(messenger) { $0.messages() }
            check(messenger) { $0.messagesAndGaps(buffering: .newest(1)) }
            check(messenger) { $0.messagesWithAuthors() }
            check(variable) { $0.mergedMessages() }
            check(variable) { $0.values() }
        }

        @Test func `recordings of the test kit`() {
            check(messenger) { $0.recorded() }
            check(messenger) { $0.recorded(on: queue, buffering: .newest(9)) }
        }

        @Test func `transforms and stand-ins`() {
            check(messenger) { $0.map { $0 + 1 } }
            check(messenger) { $0.filter { $0 > 1 } }
            check(messenger) { $0.filterAuthor { _ in true } }
            check(messenger) { $0.from(dog) }
            check(messenger) { $0.notFrom(dog) }
            check(messenger) { $0.select(3) }
            check(messenger) { $0.buffer() }
            check(variable) { $0.new() }
            check(buffer) { $0.unwrap() }
            check(buffer) { $0.unwrap(3) }
            check(messenger) { Weak($0) }
            check(variable) { BufferedWeak($0) }
        }

        @Test func `combined observations`() {
            let text = Var("")
            check(variable) { dog.observe($0, text) { _, _ in } }
            check(variable) { dog.observe($0, text, on: queue) { _, _, _ in } }
            check(variable) { observe($0, text).on(queue).buffering(.newest(2)).receive { _, _ in } }
            check(variable) { observe($0, text).on(queue).merging().receive { _, _ in } }
            let number = Var(0), word = Var(""), line = #line + 1
            dog.observe(number, word) { _, _ in }
            #expect([number.inspect(), word.inspect()].map(\.observations.last?.line) == [line, line])
            #expect([number.inspect(), word.inspect()].map(\.type) == ["Variable<Int>", "Variable<String>"])
        }

        @Test func `what joins the parts of a combined observation begins where they do`() {
            let number = Var(0), word = Var(""), mark = Watch.mark(), line = #line + 1
            dog.observe(number, word) { _, _ in }
            let begun = Watch.begun(since: mark).filter { $0.line == line && $0.file == #fileID }
            #expect(begun.map(\.observable) == ["combination", "Variable<Int>", "Variable<String>"])
        }
    }
}
