import Foundation
import SwiftObserver
import Testing

/// The code of the guide about asynchronous loops.
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
        #expect(count > 20)
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

    @Test func `a stream to a client`() async {
        let client = Client(), sky = sky
        let streaming = Task { await stream(sky, to: client) }
        while await client.events.isEmpty {
            sky.send("blue")
            await Task.yield()
        }
        sky.stopBeingObserved()
        await streaming.value
        // The first event may be a gap, if the loop began late.
        #expect(await client.events.contains("data: blue\n\n"))
    }

    @Test func `a stream ends when its client has left`() async {
        let client = Client(), sky = sky
        await client.leave()
        let streaming = Task { await stream(sky, to: client) }
        while await client.events.isEmpty {
            sky.send("blue")
            await Task.yield()
        }
        await streaming.value
        #expect(await client.events.count == 1)
    }

    // MARK: - What the code of the guide refers to

    private let printed = Recorder<String>()

    private func print(_ texts: String...) { printed.record(texts.joined(separator: " ")) }
}

private func stream(_ sky: Messenger<String>, to client: Client) async {
    for await next in sky.messagesAndGaps(buffering: .newest(100)) {
        let event =
            switch next {
            case .message(let color): "data: \(color)\n\n"
            case .gap(let missed): "event: missed\ndata: \(missed)\n\n"
            }
        if await !client.write(event) { break }
    }
}

/// A connection that takes events until it's closed.
private actor Client {
    private(set) var events: [String] = []
    private var hasLeft = false

    func leave() { hasLeft = true }

    func write(_ event: String) -> Bool {
        events.append(event)
        return !hasLeft
    }
}
