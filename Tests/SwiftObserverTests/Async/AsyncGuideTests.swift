import Foundation
import SwiftObserver
import Testing

/// The code of the guide about asynchronous code.
@Suite struct AsyncGuideTests {

    private let sky = Messenger<String>(), dog = Dog()

    @Test func `this file contains the code of the guide`() throws {
        let file = URL(fileURLWithPath: #filePath)
        let package = (0..<4).reduce(file) { url, _ in url.deletingLastPathComponent() }
        let test = try lines(of: file)
        var isCode = false, count = 0
        for line in try lines(of: package.appendingPathComponent("Docs/SwiftObserver.docc/Async.md")) {
            if line.hasPrefix("```") {
                isCode.toggle()
            } else if isCode, !line.isEmpty {
                #expect(test.contains { $0.hasSuffix(line) }, "\(line)")
                count += 1
            }
        }
        #expect(count > 30)
    }

    private func lines(of file: URL) throws -> [String] {
        try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
            .map { $0.trimmingCharacters(in: .whitespaces) }
    }

    @Test func messages() async {
        let messages = sky.messages()
        sky.send("blue")
        for await color in messages {
            print("The sky is \(color).")
            if color == "blue" { break }
        }
        print("done")
        #expect(printed.values == ["The sky is blue.", "done"])
    }

    @Test func `slow loops`() {
        let latest = sky.messages(buffering: .newest(2))
        for color in ["red", "gray", "blue"] { sky.send(color) }
        print("\(latest.droppedCount) colors were dropped")  // 1
        #expect(printed.values == ["1 colors were dropped"])
    }

    @Test func authors() async {
        let isHeard = Task { [sky, dog, printed] in
            func print(_ text: String) { printed.record(text) }
            for await letter in sky.messagesWithAuthors() {
                if letter.author !== dog { print(letter.message) }
            }
        }
        while printed.count == 0 {
            sky.send("mine", from: dog)
            sky.send("yours")
            await Task.yield()
        }
        sky.stopBeingObserved()
        await isHeard.value
        #expect(Set(printed.values) == ["yours"])
    }

    @Test func values() async {
        let brightness = Var(50)
        for await value in brightness.values() {
            print("brightness \(value)")
            if value == 100 { break }
            brightness <- 100
        }
        #expect(printed.values == ["brightness 50", "brightness 100"])
    }

    @Test func promises() async throws {
        let id = Promise { await loadID() }
        let number = try await id.value
        #expect(number == 7)

        do {
            print(try await getPromise().value)
        } catch is PromiseDied {
            print("Nobody will keep this promise.")
        }

        let page = Promise { try await load("page") }
        let draft = Promise<Result<String, any Error>>()
        draft.succeed("It was a dark and stormy night")
        print(try await page.value, try await draft.value)

        let title = page.map { (try? $0.get()) ?? "untitled" }
        let both = title.and(id)
        let (text, author) = try await both.value
        #expect((text, author) == ("page", 7))
        #expect(
            printed.values == ["Nobody will keep this promise.", "page It was a dark and stormy night"])
    }

    @Test @MainActor func actors() async {
        let window = Window()
        let kennel = Kennel()
        dog.observe(sky, on: kennel) { kennel, color in kennel.colors.append(color) }
        dog.observe(sky, on: MainActor.shared) { color in window.color = color }
        sky.send("blue")
        await eventually { window.color == "blue" }
        await eventually { await kennel.colors == ["blue"] }
    }

    // MARK: - What the code of the guide refers to

    private let printed = Recorder<String>()

    private func print(_ texts: String...) { printed.record(texts.joined(separator: " ")) }
}

private func loadID() async -> Int { 7 }
private func load(_ text: String) async throws -> String { text }
private func getPromise() -> Promise<String> { Promise() }

private actor Kennel {
    var colors: [String] = []
}

@MainActor private final class Window { var color = "" }
