import Testing

@testable import Relay

@Suite struct DeadLetterWriterTests {

    private let settings = ConsumerSettings(
        stream: "sky", group: "g", deadLetters: "dead", start: .now, atOnce: 1, attempts: 3, lease: .seconds(10),
        firstPause: .seconds(1))
    private let letter = DeadLetter(RelayID(milliseconds: 1, number: 2), attempts: 3, reason: "no")
    private var writer: DeadLetterWriter { DeadLetterWriter(settings, RelayPublisher(number: 0xab), largest: 1000) }

    private func link(_ answers: [[UInt8]]) -> (script: ScriptedLink, group: GroupLink) {
        let script = ScriptedLink(answers)
        return (script, GroupLink(link: script, settings: settings, consumer: "ann"))
    }

    /// The answers to a takeover that finds this number.
    private func takeover(_ number: Int) -> [[UInt8]] {
        let queued = Wire.status("QUEUED")
        return [
            Wire.status("OK"), queued, queued, Wire.list(Wire.none, Wire.number(number)), Wire.status("OK"),
        ]
    }

    /// The key has the right type, and this is the entry.
    private let entry = [
        Wire.number(0), Wire.list(Wire.list(Wire.text("1-2"), Wire.fields("m", "1 00000000000000cd 7 f", "d", "x"))),
    ]

    /// The answers to a transaction.
    private func executed(_ result: [UInt8]) -> [[UInt8]] {
        [Wire.status("OK")] + Array(repeating: Wire.status("QUEUED"), count: 3) + [result, Wire.status("OK")]
    }

    private let success = Wire.list(Wire.text("5-1"), Wire.number(1), Wire.status("OK"))

    @Test func `dead letters are numbered messages of the consumer`() throws {
        var writer = writer
        let (script, group) = link(entry + executed(success) + entry + executed(success))
        #expect(try writer.add(letter, group) == .added)
        #expect(try writer.add(letter, group) == .added)
        #expect(
            script.written[2].contains("1 00000000000000ab 1 f") && script.written[5].contains("1 00000000000000ab 2 f")
        )
        #expect(script.written[2].contains("XACK") && script.written[2].contains("1 00000000000000cd 7 f"))
    }

    @Test func `a dead letter whose answer was lost is found by the number of its transaction`() throws {
        var writer = writer
        let (script, group) = link(entry)
        #expect(throws: ConnectionFailure.self) { try writer.add(letter, group) }
        #expect(script.written.count == 3)
        #expect(try writer.takeOver(ScriptedLink(takeover(1)))?.id == letter.id)
        #expect(try writer.takeOver(ScriptedLink(takeover(1))) == nil)
        let (next, nextGroup) = link(entry + executed(success))
        #expect(try writer.add(letter, nextGroup) == .added)
        #expect(next.written[2].contains("1 00000000000000ab 2 f"))
    }

    @Test func `a dead letter that wasn't executed is added with the same number`() throws {
        var writer = writer
        #expect(throws: ConnectionFailure.self) { try writer.add(letter, link(entry).group) }
        #expect(try writer.takeOver(ScriptedLink(takeover(0))) == nil)
        let (next, group) = link(entry + executed(success))
        #expect(try writer.add(letter, group) == .added)
        #expect(next.written[2].contains("1 00000000000000ab 1 f"))
    }

    @Test func `a fence whose key has expired is taken over, and the dead letter is added then`() throws {
        var writer = writer
        let (script, group) = link(entry + executed(Wire.noList) + takeover(0) + executed(success))
        #expect(try writer.add(letter, group) == .added)
        #expect(script.written.count == 5 && !script.hasInput)
    }

    @Test(arguments: ["MOVED 1 a:1", "READONLY no", "CLUSTERDOWN no"])
    func `a dead letter waits for the server that has its stream now`(answer: String) throws {
        var writer = writer
        #expect(throws: ConnectionFailure.lost(answer)) { try writer.add(letter, link([Wire.error(answer)]).group) }
        let moved =
            [Wire.status("OK"), Wire.error(answer)] + Array(repeating: Wire.status("QUEUED"), count: 2)
            + [Wire.error("EXECABORT no"), Wire.status("OK")]
        #expect(throws: ConnectionFailure.lost(answer)) { try writer.add(letter, link(entry + moved).group) }
        #expect(try writer.takeOver(ScriptedLink(takeover(0))) == nil)
    }

    @Test func `what the server refuses isn't acknowledged, or told to be lost`() throws {
        let wrong = "WRONGTYPE Operation against a key"
        var writer = writer
        #expect(try writer.add(letter, link([Wire.error(wrong)]).group) == .refused(Refusal(wrong)))
        #expect(try writer.add(letter, link([Wire.number(0), Wire.list()]).group) == .deleted)
        let full =
            [Wire.status("OK"), Wire.error("OOM full")] + Array(repeating: Wire.status("QUEUED"), count: 2)
            + [Wire.error("EXECABORT no"), Wire.status("OK")]
        #expect(try writer.add(letter, link(entry + full).group) == .refused(Refusal("OOM full")))
        let dropped = Wire.list(Wire.error(wrong), Wire.number(1), Wire.status("OK"))
        #expect(try writer.add(letter, link(entry + executed(dropped)).group) == .dropped(reason: wrong))
    }
}
