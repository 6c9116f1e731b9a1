@testable import Relay

/// A connection to a server that gives scripted answers and is lost then.
final class ScriptedLink: Link {

    private var answers: [[UInt8]]
    private(set) var written: [String] = []

    init(_ answers: [[UInt8]]) { self.answers = answers }

    func write(_ bytes: [UInt8]) { written.append(String(decoding: bytes, as: UTF8.self)) }

    func reply(after pause: Duration, limit: AnswerLimit) throws(ConnectionFailure) -> Reply {
        if answers.isEmpty { throw .lost("the script has ended") }
        guard let reply = answer(answers.removeFirst()) else { throw .lost("the script has no complete answer") }
        return reply
    }

    private func answer(_ bytes: [UInt8]) -> Reply? { RelayTests.reply(bytes) }

    func arrivedReply() -> Reply? { nil }
    let descriptor: Int32 = -1
    var hasInput: Bool { !answers.isEmpty }
    func idle() {}
}
