@testable import Relay

/// Subscriptions, and the tracking of keys.
extension SimulatedSession {

    var isSubscribed: Bool { !channels.isEmpty }

    func subscribe(to names: ArraySlice<[UInt8]>, _ answers: inout [UInt8]) {
        for name in names {
            channels.insert(name)
            answers.appendCount(of: 3)
            answers.append(word: "subscribe")
            answers.append(word: name)
            answers.append(answer: channels.count)
        }
    }

    func pong(_ words: [[UInt8]], _ answers: inout [UInt8]) throws(ServerError) {
        if words.count > 2 { throw .wordCount(of: .ping) }
        answers.appendCount(of: 2)
        answers.append(word: "pong")
        answers.append(word: words.count == 2 ? words[1] : [])
    }

    func track(_ words: [[UInt8]]) throws(ServerError) {
        var target = 0
        for index in stride(from: 3, to: words.count, by: 2) {
            guard words[index].isWord("REDIRECT"), index + 1 < words.count else { throw .syntax }
            if target != 0 { throw ServerError("ERR A client can only redirect to a single other client") }
            target = try Int(word: words[index + 1])
            if server.session(target) == nil {
                throw ServerError("ERR The client ID you want redirect to does not exist")
            }
        }
        if words[2].isWord("ON") {
            isTracking = true
            redirection = target
        } else if words[2].isWord("OFF") {
            // The redirection stays, for own changes within the same transaction.
            isTracking = false
        } else {
            throw .syntax
        }
    }

    /// Lets the server remember the keys of a command, even if it failed.
    func remember(_ command: Command) {
        if !isTracking || !command.kind.reads { return }
        for key in command.kind.trackedKeys(command.words) { server.trackers[key, default: []].insert(id) }
    }

    func pushOwnChanges() {
        for change in ownChanges { server.push(change, for: self) }
        ownChanges = []
    }
}

extension SimulatedServer {

    func session(_ id: Int) -> SimulatedSession? { openSessions.first { $0.id == id } }

    /// Pushes each changed key once to each session that has read it, and forgets these reads.
    func pushChanges(by author: SimulatedSession) {
        for change in keys.takeChanges() {
            let affected: [SimulatedSession]
            switch change {
            case .key(let key):
                guard let ids = trackers.removeValue(forKey: key) else { continue }
                affected = openSessions.filter { ids.contains($0.id) }
            case .all:
                trackers = [:]
                affected = openSessions
            }
            for tracker in affected where tracker.isTracking {
                if tracker === author { author.ownChanges.append(change) } else { push(change, for: tracker) }
            }
        }
    }

    /// Pushes a change to the session that a tracking session has named.
    ///
    /// If the named session is lost, the tracking one gets no error.
    func push(_ change: Keyspace.Change, for tracker: SimulatedSession) {
        guard let target = session(tracker.redirection), target.isSubscribed else { return }
        var message: [UInt8] = []
        message.appendCount(of: 3)
        message.append(word: "message")
        message.append(word: "__redis__:invalidate")
        switch change {
        case .key(let key):
            message.appendCount(of: 1)
            message.append(word: key)
        case .all: message += Wire.none
        }
        target.push(message)
    }
}
