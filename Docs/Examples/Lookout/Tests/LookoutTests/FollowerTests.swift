import Foundation
import SwiftObserver
import SwiftObserverTesting
import Testing

@testable import Lookout

@Suite struct FollowerTests {

    private let folder = Folder()
    private let rows = Messenger<Row>()
    private let ledger = Ledger([])

    private func follow(_ name: String, _ ledger: Ledger? = nil) -> Task<Void, Never> {
        let follower = Follower(
            path: folder(name), isMatch: false, rows: rows, ledger: ledger ?? self.ledger,
            pause: { try? await Task.sleep(for: .milliseconds(1)) }, report: { _ in })
        return Task { await follower.run() }
    }

    private func end(_ task: Task<Void, Never>) async {
        task.cancel()
        await task.value
    }

    @Test func followsWhatGrowsAndWaitsForWholeLines() async {
        let recording = rows.recorded(), task = follow("a.log")
        folder.append("one\ntw", to: "a.log")
        #expect(await recording.next()?.text == "one")
        folder.append("o\n\nERROR three\n", to: "a.log")
        #expect(await recording.next()?.text == "two")
        #expect(await recording.next()?.text == "")
        let row = await recording.next()
        #expect(row?.text == "ERROR three")
        #expect(row?.level == .error)
        #expect(row?.end == 21)
        await end(task)
        recording.expectNothingMore()
    }

    @Test func beginsAnewWhereAFileWasTruncated() async {
        folder.append("one\ntwo\n", to: "a.log")
        let recording = rows.recorded(), task = follow("a.log")
        #expect(await recording.next()?.text == "one")
        #expect(await recording.next()?.text == "two")
        truncate(folder("a.log"), 0)
        folder.append("ten\n", to: "a.log")
        let row = await recording.next()
        #expect(row?.text == "ten")
        #expect(row?.origin.id.generation == 1)
        await end(task)
    }

    @Test func noticesThatAFileWasReplacedByALongerText() async {
        folder.append("one\n", to: "a.log")
        let recording = rows.recorded(), task = follow("a.log")
        #expect(await recording.next()?.text == "one")
        let file = fopen(folder("a.log"), "r+")!
        fputs("another one\n", file)
        fclose(file)
        #expect(await recording.next()?.text == "another one")
        await end(task)
    }

    @Test func readsARotatedFileToItsEnd() async {
        folder.append("one\n", to: "a.log")
        let recording = rows.recorded(), task = follow("a.log")
        #expect(await recording.next()?.text == "one")
        rename(folder("a.log"), folder("a.log.1"))
        folder.append("late\nwithout an end", to: "a.log.1")
        folder.append("new\n", to: "a.log")
        #expect(await recording.next()?.text == "late")
        #expect(await recording.next()?.text == "without an end")
        #expect(await recording.next()?.text == "new")
        await end(task)
        recording.expectNothingMore()
    }

    @Test func readsNoOtherFileThatHasGotTheInode() async throws {
        folder.append("secret\n", to: "b.key")
        folder.append("new\n", to: "a.log")
        for head in [Head(of: []), Head(of: "first\n".utf8)] {
            let id = try OpenFile(folder("b.key")).id
            let ledger = Ledger([.init(id: id, path: folder("a.log"), offset: Int64(head.length), head: head)])
            let recording = rows.recorded(), task = follow("a.log", ledger)
            #expect(await recording.next()?.text == "new")
            await end(task)
            recording.expectNothingMore()
            // Another follower that asks for it gets it from its start, and not as the old file.
            let entry = ledger.claim(try OpenFile(folder("b.key")), at: folder("b.key"))
            #expect(entry?.offset == 0)
            #expect(entry?.id.generation == (head.length == 0 ? 0 : 1))
        }
    }

    @Test func cutsNoCharacterOfALongLine() async {
        let text = "x" + String(repeating: "é", count: Follower.chunk)
        folder.append(text + "\n", to: "a.log")
        let recording = rows.recorded(), task = follow("a.log")
        var seen = ""
        while seen.count < text.count, let row = await recording.next() { seen += row.text }
        #expect(seen == text)
        await end(task)
    }

    @Test func goesOnWhereItWasAndFindsWhatWasRenamedMeanwhile() async {
        folder.append("one\n", to: "a.log")
        let recording = rows.recorded()
        var task = follow("a.log")
        #expect(await recording.next()?.text == "one")
        await end(task)
        folder.append("two\n", to: "a.log")
        rename(folder("a.log"), folder("a.log.1"))
        folder.append("three\n", to: "a.log")
        task = follow("a.log")
        #expect(await recording.next()?.text == "two")
        #expect(await recording.next()?.text == "three")
        await end(task)
        recording.expectNothingMore()
    }

    @Test func cutsLinesThatAreTooLong() async {
        folder.append(String(repeating: "x", count: Follower.chunk + 3) + "\nend\n", to: "a.log")
        let recording = rows.recorded(), task = follow("a.log")
        #expect(await recording.next()?.text.count == Follower.chunk)
        #expect(await recording.next()?.text == "xxx")
        #expect(await recording.next()?.text == "end")
        await end(task)
    }

    @Test func readsOnlyWhileThereIsRoom() async {
        final class Dog: Observer, Sendable { let receiver = Receiver() }
        folder.append(String(repeating: "0123456789\n", count: 20_000), to: "a.log")
        let place = ManualPlace(), dog = Dog(), most = Follower.room + Follower.chunk
        dog.observe(rows, on: place) { _ in }
        let task = follow("a.log")
        while rows.backlog < Follower.room { await Task.yield() }
        #expect(rows.backlog < most)
        while rows.inspect().sent < 20_000 {
            #expect(rows.backlog < most)
            place.runAll()
            await Task.yield()
        }
        await end(task)
        place.runAll()
        withExtendedLifetime(dog) {}
    }

    @Test func twoNamesOfAFileAreFollowedOnce() async {
        folder.append("one\n", to: "a.log")
        link(folder("a.log"), folder("b.log"))
        let recording = rows.recorded(), first = follow("a.log"), second = follow("b.log")
        #expect(await recording.next()?.text == "one")
        folder.append("two\n", to: "b.log")
        #expect(await recording.next()?.text == "two")
        await end(first)
        await end(second)
        recording.expectNothingMore()
    }

    @Test(arguments: [
        ("2026 ERROR x", Level.error), ("[warn] x", .warning), ("level=debug failed", .debug), ("nothing", .info),
        ("", .info), ("infox errorless WARNING", .warning), ("request failed", .error),
    ])
    func findsTheLevel(_ line: String, _ level: Level) { #expect(Parser.level(of: line.utf8) == level) }

    @Test func eventsStayInOneLine() {
        let origin = Origin(path: "a\n\"b", id: FileID(device: 1, inode: 1), head: Head(of: []))
        let text = "data: x\r\n\n\u{2028}</script>\u{0}\\"
        let event = String(decoding: Event(Row(origin: origin, end: 1, level: .info, text: text)).bytes, as: UTF8.self)
        #expect(event.split(separator: "\n", omittingEmptySubsequences: false).count == 4)
        let data = event.split(separator: "\n")[1].dropFirst("data: ".count)
        let values = try! JSONSerialization.jsonObject(with: Data(data.utf8)) as! [String: Any]
        #expect(values["text"] as? String == text)
        #expect(values["file"] as? String == "a\n\"b")
    }
}
