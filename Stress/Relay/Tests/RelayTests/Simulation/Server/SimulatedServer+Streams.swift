@testable import Relay

/// Commands for streams.
extension SimulatedServer {

    // MARK: - Write

    func add(_ words: [[UInt8]], _ answer: inout [UInt8]) throws(ServerError) {
        let options = try StreamOptions(words, hasID: true, comparesIDs: comparesIDs)
        let fields = words[options.end...]
        if fields.isEmpty || fields.count % 2 == 1 { throw .wordCount(of: .xadd) }
        if options.id == .explicit(.zero) {
            throw ServerError("ERR The ID specified in XADD must be greater than 0-0")
        }
        let key = words[1], existing = try stream(key)
        guard existing != nil || options.createsStream else { return answer += Wire.none }
        let stream = existing ?? SimulatedStream()
        let id = try newID(options.id ?? .next, in: stream)
        stream.append(Array(fields), at: id)
        if let trimming = options.trimming { _ = stream.trim(trimming, step: trimStep) }
        if existing == nil { keys.put(.stream(stream), at: key) } else { keys.touch(key) }
        answer.append(answer: id)
    }

    private func newID(_ wanted: StreamOptions.NewID, in stream: SimulatedStream) throws(ServerError) -> RelayID {
        if stream.lastID == .last {
            throw ServerError("ERR The stream has exhausted the last possible ID, unable to add more items")
        }
        let last = stream.lastID
        let id: RelayID? =
            switch wanted {
            case .next: stream.nextID(at: clock)
            case .nextOf(last.milliseconds): last.number < .max ? last.next : nil
            case .nextOf(let milliseconds): RelayID(milliseconds: milliseconds, number: 0)
            case .explicit(let id): id
            }
        if let id, id > last { return id }
        throw ServerError("ERR The ID specified in XADD is equal or smaller than the target stream top item")
    }

    func deleteEntries(_ words: [[UInt8]], _ answer: inout [UInt8]) throws(ServerError) {
        guard let stream = try stream(words[1]) else { return answer.append(answer: 0) }
        let ids = try words[2...].map { word throws(ServerError) in try RelayID(word: word) }
        let count = ids.count { stream.remove($0) }
        if count > 0 { keys.touch(words[1]) }
        answer.append(answer: count)
    }

    func trim(_ words: [[UInt8]], _ answer: inout [UInt8]) throws(ServerError) {
        let options = try StreamOptions(words, hasID: false, comparesIDs: comparesIDs)
        guard let trimming = options.trimming, let stream = try stream(words[1]) else {
            return answer.append(answer: 0)
        }
        let count = stream.trim(trimming, step: trimStep)
        if count > 0 { keys.touch(words[1]) }
        answer.append(answer: count)
    }

    // MARK: - Read

    func range(
        _ words: [[UInt8]], from startWord: [UInt8], through endWord: [UInt8], isReversed: Bool = false,
        _ answer: inout [UInt8]
    ) throws(ServerError) {
        let first = try Self.bound(startWord, isStart: true), last = try Self.bound(endWord, isStart: false)
        var limit: Int?
        for index in stride(from: 4, to: words.count, by: 2) {
            guard words[index].isWord("COUNT"), index + 1 < words.count else { throw .syntax }
            limit = max(0, try Int(word: words[index + 1]))
        }
        guard let entries = try stream(words[1])?.entries(from: first, through: last) else {
            return answer.appendCount(of: 0)
        }
        if limit == 0 { return answer += Wire.noList }
        if isReversed {
            answer.append(answer: entries.reversed().prefix(limit ?? .max))
        } else {
            answer.append(answer: entries.prefix(limit ?? .max))
        }
    }

    /// Reads an end of a range. After a parenthesis, it's exclusive.
    private static func bound(_ word: [UInt8], isStart: Bool) throws(ServerError) -> RelayID {
        if word == [UInt8(ascii: "-")] { return .zero }
        if word == [UInt8(ascii: "+")] { return .last }
        let isOpen = word.count > 1 && word[0] == UInt8(ascii: "(")
        let id = try RelayID(word: word.dropFirst(isOpen ? 1 : 0), missingNumber: isStart ? 0 : .max)
        guard let bound = !isOpen ? id : isStart ? id.next : id.previous else {
            throw ServerError("ERR invalid \(isStart ? "start" : "end") ID for the interval")
        }
        return bound
    }

    /// Reads streams. It never blocks: if there's nothing to read, it answers immediately.
    func read(_ words: [[UInt8]], _ answer: inout [UInt8]) throws(ServerError) {
        var limit = 0, index = 1
        while !words[index].isWord("STREAMS") || index == words.count - 1 {
            guard index + 1 < words.count else { throw .syntax }
            if words[index].isWord("COUNT") {
                limit = max(0, try Int(word: words[index + 1]))
            } else if words[index].isWord("BLOCK") {
                guard let pause = try? Int(word: words[index + 1]) else {
                    throw ServerError("ERR timeout is not an integer or out of range")
                }
                if pause < 0 { throw ServerError("ERR timeout is negative") }
            } else {
                throw .syntax
            }
            index += 2
            if index >= words.count { throw .syntax }
        }
        let rest = words[(index + 1)...]
        if rest.count % 2 == 1 {
            throw ServerError(
                "ERR Unbalanced XREAD list of streams: for each stream key an ID or '$' must be specified.")
        }
        let names = rest.prefix(rest.count / 2), ids = rest.suffix(rest.count / 2)
        var found: [(name: [UInt8], entries: ArraySlice<SimulatedStream.Entry>)] = []
        for (name, word) in zip(names, ids) {
            let stream = try stream(name)
            let id = word == [UInt8(ascii: "$")] ? stream?.lastID ?? .zero : try RelayID(word: word)
            let entries = id.next.flatMap { stream?.entries(from: $0, through: .last) } ?? []
            if !entries.isEmpty { found.append((name, limit > 0 ? entries.prefix(limit) : entries)) }
        }
        if found.isEmpty { return answer += Wire.noList }
        answer.appendCount(of: found.count)
        for (name, entries) in found {
            answer.appendCount(of: 2)
            answer.append(word: name)
            answer.append(answer: entries)
        }
    }
}
