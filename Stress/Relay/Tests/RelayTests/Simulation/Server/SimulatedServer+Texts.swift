@testable import Relay

/// Commands for texts, and for hashes of them.
extension SimulatedServer {

    func set(_ words: [[UInt8]], _ answer: inout [UInt8]) throws(ServerError) {
        var isOnlyNew = false, span: (word: [UInt8], unit: Int)?
        var index = 3
        while index < words.count {
            let word = words[index], isSeconds = word.isWord("EX")
            if word.isWord("NX") {
                isOnlyNew = true
            } else if span == nil, index + 1 < words.count, isSeconds || word.isWord("PX") {
                index += 1
                span = (words[index], isSeconds ? 1000 : 1)
            } else {
                throw .syntax
            }
            index += 1
        }
        var expiry: UInt64?
        if let span { expiry = try time(after: span.word, in: span.unit) }
        if isOnlyNew, value(words[1]) != nil { return answer += Wire.none }
        keys.put(.text(words[2]), at: words[1])
        keys.setExpiry(of: words[1], to: expiry)
        answer.appendOK()
    }

    private func time(after word: [UInt8], in unit: Int) throws(ServerError) -> UInt64 {
        let (span, isOverflow) = try Int(word: word).multipliedReportingOverflow(by: unit)
        let (time, isTooLate) = span.addingReportingOverflow(Int(clock))
        if span <= 0 || isOverflow || isTooLate { throw .expireTime(of: .set) }
        return UInt64(time)
    }

    func increase(_ key: [UInt8], by count: Int) throws(ServerError) -> Int {
        let number = try text(key).map { text throws(ServerError) in try Int(word: text) } ?? 0
        let (sum, isOverflow) = number.addingReportingOverflow(count)
        if isOverflow { throw .overflow }
        keys.put(.text(Array(String(sum).utf8)), at: key)
        return sum
    }

    func setFields(_ words: [[UInt8]], _ answer: inout [UInt8]) throws(ServerError) {
        if words.count % 2 == 1 { throw .wordCount(of: .hset) }
        var hash = try hash(words[1]) ?? [:]
        let oldCount = hash.count
        for index in stride(from: 2, to: words.count, by: 2) { hash[words[index]] = words[index + 1] }
        keys.put(.hash(hash), at: words[1])
        answer.append(answer: hash.count - oldCount)
    }

    func increaseField(_ words: [[UInt8]]) throws(ServerError) -> Int {
        let count = try Int(word: words[3])
        var hash = try hash(words[1]) ?? [:]
        let number: Int
        do throws(ServerError) {
            number = try hash[words[2]].map { text throws(ServerError) in try Int(word: text) } ?? 0
        } catch {
            throw ServerError("ERR hash value is not an integer")
        }
        let (sum, isOverflow) = number.addingReportingOverflow(count)
        if isOverflow { throw .overflow }
        hash[words[2]] = Array(String(sum).utf8)
        keys.put(.hash(hash), at: words[1])
        return sum
    }
}
