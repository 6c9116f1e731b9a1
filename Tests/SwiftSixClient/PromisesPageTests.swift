import Dispatch
import SwiftObserver
import Testing

/// The code of the page about promises, compiled and run.
@Suite struct PromisesPageTests {

    @Test func `this file contains the code of the page`() throws {
        try expectCode(of: "Docs/SwiftObserver.docc/Promises.md", isContainedIn: #filePath)
    }

    @Test func `it prints what the page says`() async throws {
        let printed = Printed()
        @Sendable func print(_ items: Any...) { printed(items) }

        let id = loadID()
        id.whenFulfilled { value in print("The ID is \(value).") }
        let number = try await id.value
        #expect(number == 7)
        let queue = DispatchQueue(label: "screen")
        id.observed().on(queue).receive { value in print("draw \(value)") }
        queue.sync {}
        _ = await id.drain(within: .hangLimit)
        #expect(Set(printed.takeAll()) == ["The ID is 7.", "draw 7"])

        let answer = Promise { await compute() }
        #expect(try await answer.value == 42)

        do {
            print(try await getPromise().value)
        } catch is PromiseDied {
            print("Nobody will keep this promise.")
        }
        #expect(printed.takeAll() == ["Nobody will keep this promise."])

        let name = first { loadID() }.then { loadName($0) }
        let greeting = name.map { "Hello, \($0)!" }
        let both = greeting.and(id)
        _ = try await both.value
        both.whenFulfilled { values in print(values.0, values.1) }  // prints "Hello, user 7! 7"
        #expect(printed.takeAll() == ["Hello, user 7! 7"])

        struct NotFound: Error {}

        let page = Promise { () async throws -> String in throw NotFound() }
        _ = await page.result
        page.whenFulfilled { result in if case .failure = result { print("It failed.") } }  // prints "It failed."
        #expect(printed.takeAll() == ["It failed."])
        do {
            print(try await page.value)
        } catch {
            print("There's no page.")
        }
        #expect(printed.takeAll() == ["There's no page."])

        let title = page.map { (try? $0.get()) ?? "untitled" }
        print(try await title.value)  // prints "untitled"
        #expect(printed.takeAll() == ["untitled"])

        let draft = Promise<Result<String, any Error>>()
        draft.succeed("It was a dark and stormy night")
        print(try await draft.value)  // prints "It was a dark and stormy night"
        #expect(printed.takeAll() == ["It was a dark and stormy night"])
    }
}

private func compute() async -> Int { 42 }

private func getPromise() -> Promise<String> { Promise() }

private func loadName(_ id: Int) -> Promise<String> { Promise { $0.fulfill("user \(id)") } }

private func loadID() -> Promise<Int> {
    Promise { promise in
        DispatchQueue.global().async { promise.fulfill(7) }
    }
}
