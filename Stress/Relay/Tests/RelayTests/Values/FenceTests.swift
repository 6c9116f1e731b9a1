import Testing

@testable import Relay

@Suite struct FenceTests {

    private let fence = Fence(of: RelayPublisher(number: 0xab), tag: nil)

    private func outcome(_ answers: [UInt8]...) throws -> TakeoverOutcome {
        #expect(answers.count == Fence.takeoverAnswerCount)
        var outcome = TakeoverOutcome()
        for answer in answers {
            let reply = reply(answer)
            guard let reply else { throw ClientError("The answer is not complete.") }
            reply.read { outcome.add($0) }
        }
        return outcome
    }

    private let ok = Wire.status("OK"), queued = Wire.status("QUEUED")
    private let aborted = Wire.error("EXECABORT Transaction discarded because of previous errors.")

    @Test func `a key belongs to one publisher, and in a cluster into the slot of its streams`() {
        #expect(fence.key == "relay:00000000000000ab")
        #expect(Fence(of: RelayPublisher(number: 0xab), tag: "a").key == "relay:00000000000000ab:{a}")
    }

    @Test func `a batch is a transaction that sets its number, and the connection watches on`() {
        let commands = String(decoding: fence.enclose([UInt8]("<entries>".utf8), number: 17), as: UTF8.self)
        let words = commands.split(separator: "\r\n").filter { !$0.hasPrefix("*") && !$0.hasPrefix("$") }
        #expect(
            words == [
                "MULTI", "<entries>*5", "SET", "relay:00000000000000ab", "17", "EX", "604800", "EXEC", "WATCH",
                "relay:00000000000000ab",
            ])
    }

    @Test func `a takeover reads the number of the last batch`() throws {
        for set in [ok, Wire.none] {
            let outcome = try outcome(ok, queued, queued, Wire.list(set, Wire.number(17)), ok)
            #expect(outcome.number == 17 && outcome.refusal == nil && !outcome.isFencedOff)
        }
    }

    @Test func `a takeover of an earlier connection in between lets it ask again`() throws {
        let outcome = try outcome(ok, queued, queued, Wire.noList, ok)
        #expect(outcome.isFencedOff && outcome.refusal == nil)
    }

    @Test(arguments: ["OOM full", "NOPERM no", "LOADING data"])
    func `a refused takeover is none, also if the connection may watch`(_ error: String) throws {
        #expect(try outcome(ok, Wire.error(error), queued, aborted, ok).refusal == Refusal(error))
        #expect(try outcome(ok, queued, Wire.error(error), aborted, ok).refusal == Refusal(error))
        #expect(try outcome(Wire.error(error), ok, Wire.number(0), aborted, ok).refusal == Refusal(error))
        #expect(try outcome(ok, queued, queued, Wire.list(Wire.none, Wire.error(error)), ok).refusal == Refusal(error))
        #expect(try outcome(ok, queued, queued, Wire.list(ok, Wire.number(1)), Wire.error(error)).refusal != nil)
    }

    @Test(arguments: [Wire.number(1), Wire.status("OK"), Wire.list(), Wire.list(Wire.number(1)), Wire.text("")])
    func `a strange answer is a refusal`(_ answer: [UInt8]) throws {
        #expect(try outcome(ok, queued, queued, answer, ok).refusal != nil)
    }

    @Test(arguments: [
        ("OOM x", true, false), ("LOADING x", true, false), ("READONLY x", true, false), ("NOPERM x", false, true),
        ("WRONGTYPE x", false, true), ("ERR x", false, true), ("NOAUTH x", false, false), ("OOMPH x", false, false),
        ("ASK x", true, false), ("MOVED x", false, false), ("CROSSSLOT x", false, false),
    ])
    func `a refusal passes, or concerns a stream, or neither`(_ reason: String, _ passes: Bool, _ concernsStream: Bool)
    {
        #expect(Refusal(reason).passes == passes)
        #expect(Refusal(reason).concernsStream == concernsStream)
    }
}
