import Dispatch
import Testing

@testable import SwiftObserver

@Suite struct InboxTests {

    @Test func `messages that are posted while others are taken out are neither lost, swapped nor doubled`() {
        let queue = DispatchQueue(label: "queue"), hop = Hop(to: queue), count = 30_000
        let inbox = Inbox<Int>(hop: hop, storesAuthors: true), reader = Reader(inbox, authors: [Mortal {}, Mortal {}])
        for number in 0..<count { inbox.post(number, from: reader.authors[number % 2], errand: reader) }
        queue.sync {}
        #expect(reader.next == count)
        #expect(reader.mistakes == 0)
    }
}

/// Expects ascending numbers by authors that take turns. `@unchecked` because the queue does one errand at a time.
private final class Reader: Errand, @unchecked Sendable {

    let authors: [Mortal]
    private(set) var next = 0
    private(set) var mistakes = 0
    private let inbox: Inbox<Int>

    init(_ inbox: Inbox<Int>, authors: [Mortal]) {
        self.inbox = inbox
        self.authors = authors
    }

    override func run(_ count: Int) {
        inbox.take(count) { number, author in
            if number != next || author !== authors[next % 2] { mistakes += 1 }
            next += 1
        }
    }
}
