@testable import Relay

/// The commands for keys of any type, and the dispatch of all commands.
extension SimulatedServer {

    /// Runs a command, and appends its answer. Appends nothing if it throws.
    func run(_ command: SimulatedSession.Command, _ answer: inout [UInt8]) throws(ServerError) {
        let words = command.words
        switch command.kind {
        case .multi, .exec, .discard, .watch, .unwatch, .subscribe, .clientID, .clientTracking:
            preconditionFailure("A session does that.")
        case .auth: answer.appendOK()
        case .ping: try ping(words, &answer)
        case .set: try set(words, &answer)
        case .get: answer.append(answer: try text(words[1]))
        case .incr: answer.append(answer: try increase(words[1], by: 1))
        case .incrby: answer.append(answer: try increase(words[1], by: Int(word: words[2])))
        case .del: answer.append(answer: words.dropFirst().count { value($0) != nil && keys.remove($0) })
        case .expire: try expire(words, &answer)
        case .rename: try rename(words[1], to: words[2], &answer)
        case .type: answer += Wire.status(typeName(of: words[1]))
        case .flushall: try flush(words, &answer)
        case .hset: try setFields(words, &answer)
        case .hget: answer.append(answer: try hash(words[1])?[words[2]])
        case .hincrby: answer.append(answer: try increaseField(words))
        case .xadd: try add(words, &answer)
        case .xlen: answer.append(answer: try stream(words[1])?.entries.count ?? 0)
        case .xdel: try deleteEntries(words, &answer)
        case .xtrim: try trim(words, &answer)
        case .xrange: try range(words, from: words[2], through: words[3], &answer)
        case .xrevrange: try range(words, from: words[3], through: words[2], isReversed: true, &answer)
        case .xread: try read(words, &answer)
        }
    }

    private func ping(_ words: [[UInt8]], _ answer: inout [UInt8]) throws(ServerError) {
        if words.count > 2 { throw .wordCount(of: .ping) }
        if words.count == 2 { answer.append(word: words[1]) } else { answer += Wire.status("PONG") }
    }

    private func expire(_ words: [[UInt8]], _ answer: inout [UInt8]) throws(ServerError) {
        if words.count > 3 {
            throw ServerError("ERR Unsupported option \(String(decoding: words[3], as: UTF8.self))")
        }
        let (span, isOverflow) = try Int(word: words[2]).multipliedReportingOverflow(by: 1000)
        let (time, isTooLate) = span.addingReportingOverflow(Int(clock))
        if isOverflow || isTooLate { throw .expireTime(of: .expire) }
        guard value(words[1]) != nil else { return answer.append(answer: 0) }
        if time <= Int(clock) { keys.remove(words[1]) } else { keys.setExpiry(of: words[1], to: UInt64(time)) }
        answer.append(answer: 1)
    }

    private func rename(_ old: [UInt8], to new: [UInt8], _ answer: inout [UInt8]) throws(ServerError) {
        guard let value = value(old) else { throw ServerError("ERR no such key") }
        answer.appendOK()
        if old == new { return }
        let expiry = keys.expiry(of: old)
        keys.remove(old)
        keys.put(value, at: new)
        keys.setExpiry(of: new, to: expiry)
    }

    private func typeName(of key: [UInt8]) -> String {
        switch value(key) {
        case nil: "none"
        case .text: "string"
        case .hash: "hash"
        case .stream: "stream"
        }
    }

    private func flush(_ words: [[UInt8]], _ answer: inout [UInt8]) throws(ServerError) {
        if words.count > 2 || (words.count == 2 && !words[1].isWord("SYNC") && !words[1].isWord("ASYNC")) {
            throw .syntax
        }
        keys.removeAll()
        answer.appendOK()
    }
}
