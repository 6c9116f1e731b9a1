import SwiftObserver

func loop(over sky: Sky, kennel: Kennel) async {
    for await color in sky.messages() { await kennel.paint(color) }
    for await letter in sky.messagesWithAuthors(buffering: .oldest(2)) where letter.author !== sky {
        await kennel.paint(letter.message)
    }
    for await text in Var("text").values() { print(text) }
    let colors = sky.messages(buffering: .newest(1))
    let task = Task { for await color in colors { print(color) } }
    for await color in colors { print(color) }
    task.cancel()
    print(colors.droppedCount)
}

@MainActor func loop(over sky: Sky) async {
    var colors = [Color]()
    for await color in sky.messages() {
        colors.append(color)
        if color == .gray { break }
    }
}

func wait() async throws {
    let id = Promise { await compute() }
    print(try await id.value)
    let name = id.map { "user \($0)" }, both = id.and(name)
    print(try await both.value)
    print(try await Promise { try await mayFail() }.value.get())
    switch await name.result {
    case .success(let name): print(name)
    case .failure(let error): print(error)
    }
}

private func compute() async -> Int { 7 }

private func mayFail() async throws -> Int { throw CancellationError() }
