import Testing

@testable import Relay

@Suite struct BatchOutcomeTests {

    private let sky = StreamWriter.forTests("sky"), sea = StreamWriter.forTests("sea")

    /// A batch with a message for each number, or a position for each `nil`.
    private func batch(_ entries: [(StreamWriter, UInt64?)]) -> Batch {
        var batch = Batch()
        for (writer, number) in entries { batch.add(number, of: writer) { $0.append(command: "X") } }
        return batch
    }

    /// - Parameter answers: The answers to the entries, and the one to the transaction.
    private func outcome(
        of batch: Batch, begin: [UInt8] = Wire.status("OK"), _ answers: [UInt8]...,
        number: [UInt8] = Wire.status("QUEUED"), watch: [UInt8] = Wire.status("OK")
    ) throws -> BatchOutcome {
        var outcome = BatchOutcome(of: batch)
        let answers = [begin] + answers.dropLast() + [number] + answers.suffix(1) + [watch]
        #expect(answers.count == outcome.answerCount)
        for answer in answers {
            let reply = reply(answer)
            guard let reply else { throw ClientError("The answer is not complete.") }
            reply.read { outcome.add($0) }
        }
        return outcome
    }

    private func numbers(_ outcome: BatchOutcome, of writer: StreamWriter) -> [UInt64] {
        outcome.confirmed.filter { $0.writer === writer }.map(\.number)
    }

    private func lost(_ outcome: BatchOutcome) -> [String: [UInt64]] {
        Dictionary(uniqueKeysWithValues: outcome.lostStreams.map { ($0.writer.stream, $0.numbers) })
    }

    private let queued = Wire.status("QUEUED")
    private let aborted = Wire.error("EXECABORT Transaction discarded because of previous errors.")

    @Test func `one message is confirmed with its id`() throws {
        let outcome = try outcome(of: batch([(sky, 7)]), queued, Wire.list(Wire.text("5-1"), Wire.status("OK")))
        #expect(outcome.isDone)
        #expect(outcome.confirmed.map(\.id) == [RelayID(milliseconds: 5, number: 1)])
        #expect(numbers(outcome, of: sky) == [7])
        #expect(outcome.lostStreams.isEmpty)
    }

    @Test func `a transaction confirms all its messages`() throws {
        let outcome = try outcome(
            of: batch([(sky, 1), (sea, 1), (sky, nil), (sky, 2)]), queued, queued, queued, queued,
            Wire.list(Wire.text("5-1"), Wire.text("5-2"), Wire.text("5-3"), Wire.text("5-4"), Wire.status("OK")))
        #expect(outcome.isDone)
        #expect(numbers(outcome, of: sky) == [1, 2])
        #expect(numbers(outcome, of: sea) == [1])
        #expect(outcome.lostStreams.isEmpty)
    }

    @Test func `a full server delays one message`() throws {
        let outcome = try outcome(
            of: batch([(sky, 1)]), Wire.error("OOM command not allowed when used memory > 'maxmemory'."), aborted)
        #expect(!outcome.isDone)
        #expect(outcome.cause?.reason.hasPrefix("OOM") ?? false)
        #expect(outcome.lostStreams.isEmpty && outcome.confirmed.isEmpty)
    }

    @Test(arguments: [
        "OOM full", "LOADING data", "READONLY replica", "MISCONF disk", "NOREPLICAS few", "MOVED 1 a:1", "BUSY script",
        "MASTERDOWN link",
    ])
    func `what passes by itself only delays a transaction`(_ error: String) throws {
        let outcome = try outcome(of: batch([(sky, 1), (sea, 1)]), Wire.error(error), queued, aborted)
        #expect(!outcome.isDone)
        #expect(outcome.cause?.reason == error)
        #expect(outcome.lostStreams.isEmpty && outcome.confirmed.isEmpty)
    }

    @Test func `a wrong type in a transaction loses only the messages of that stream`() throws {
        let wrong = Wire.error("WRONGTYPE Operation against a key holding the wrong kind of value")
        let outcome = try outcome(
            of: batch([(sky, 1), (sea, 1), (sky, 2)]), queued, queued, queued,
            Wire.list(wrong, Wire.text("5-2"), wrong, Wire.status("OK")))
        #expect(outcome.isDone)
        #expect(numbers(outcome, of: sea) == [1])
        #expect(numbers(outcome, of: sky) == [])
        #expect(lost(outcome) == ["sky": [1, 2]])
    }

    @Test(arguments: ["WRONGTYPE no", "NOPERM no", "ERR no"])
    func `what someone must change loses one message`(_ error: String) throws {
        let outcome = try outcome(
            of: batch([(sky, 3)]), queued, Wire.list(Wire.error(error), Wire.status("OK")))
        #expect(outcome.isDone)
        #expect(lost(outcome) == ["sky": [3]])
        #expect(outcome.lostStreams.first?.reason == error)
        #expect(outcome.confirmed.isEmpty)
    }

    @Test func `no permission for one stream loses its messages, and the others must be sent again`() throws {
        let outcome = try outcome(
            of: batch([(sky, 1), (sea, 1), (sky, 2)]), Wire.error("NOPERM sky"), queued, Wire.error("NOPERM sky"),
            aborted)
        #expect(!outcome.isDone)
        #expect(outcome.confirmed.isEmpty)
        #expect(lost(outcome) == ["sky": [1, 2]])
    }

    @Test func `a position without permission is taken out of the batch`() throws {
        let outcome = try outcome(of: batch([(sky, nil), (sea, 1)]), Wire.error("NOPERM sky"), queued, aborted)
        #expect(!outcome.isDone)
        #expect(lost(outcome) == ["sky": []])
    }

    @Test func `what passes by itself is told in front of what is for good`() throws {
        let outcome = try outcome(
            of: batch([(sky, 1), (sea, 1)]), Wire.error("NOPERM sky"), Wire.error("OOM full"), aborted)
        #expect(!outcome.isDone)
        #expect(outcome.cause?.reason == "OOM full")
        #expect(lost(outcome) == ["sky": [1]])
    }

    @Test(arguments: [
        Wire.number(1), Wire.status("OK"), Wire.list(), Wire.list(Wire.text("1-1")),
    ])
    func `a strange answer to a transaction confirms nothing`(_ answer: [UInt8]) throws {
        let outcome = try outcome(of: batch([(sky, 1), (sky, 2)]), queued, queued, answer)
        #expect(!outcome.isDone)
        #expect(outcome.cause != nil)
        #expect(outcome.confirmed.isEmpty && outcome.lostStreams.isEmpty)
    }

    @Test(arguments: [
        Wire.none, Wire.noList, Wire.number(1), Wire.status("OK"), Wire.list(Wire.text("1-1")), Wire.text(""),
    ])
    func `a strange answer for one message doesn't confirm it`(_ answer: [UInt8]) throws {
        let outcome = try outcome(of: batch([(sky, 1)]), queued, Wire.list(answer, Wire.status("OK")))
        #expect(!outcome.isDone)
        #expect(outcome.cause != nil)
        #expect(outcome.confirmed.isEmpty && outcome.lostStreams.isEmpty)
    }

    @Test(arguments: [Wire.none, Wire.noList])
    func `a transaction that another connection has fenced off has taken nothing`(_ answer: [UInt8]) throws {
        let outcome = try outcome(of: batch([(sky, 1), (sea, 1)]), queued, queued, answer)
        #expect(outcome.isFencedOff && !outcome.isDone)
        #expect(outcome.confirmed.isEmpty && outcome.lostStreams.isEmpty)
    }

    @Test func `a refusal of the number of the batch isn't one of a stream`() throws {
        let outcome = try outcome(of: batch([(sky, 1)]), queued, aborted, number: Wire.error("NOPERM no"))
        #expect(!outcome.isDone)
        #expect(outcome.cause == Refusal("NOPERM no"))
        #expect(outcome.lostStreams.isEmpty)
    }

    @Test func `a batch is taken also if the connection can't watch any more`() throws {
        let entries = Wire.list(Wire.text("5-1"), Wire.status("OK"))
        let outcome = try outcome(of: batch([(sky, 1)]), queued, entries, watch: Wire.error("LOADING"))
        #expect(outcome.isDone && !outcome.watches)
        #expect(try self.outcome(of: batch([(sky, 1)]), queued, entries).watches)
    }

    @Test func `a transaction that can't be begun is not done`() throws {
        let outcome = try outcome(
            of: batch([(sky, 1), (sky, 2)]), begin: Wire.error("NOPERM multi"), Wire.text("5-1"), Wire.text("5-2"),
            Wire.error("ERR EXEC without MULTI"))
        #expect(!outcome.isDone)
        #expect(outcome.cause?.reason == "NOPERM multi")
    }
}
