import Dispatch
import Testing

@testable import SwiftObserver

@Suite struct InboxTests {

    @Test func `messages that are posted while others are taken out are neither lost, swapped nor doubled`() {
        let queue = DispatchQueue(label: "queue"), lane = Lane(of: queue), count = 30_000
        let inbox = Inbox<Int>(lane: lane, storesAuthors: true),
            reader = Reader(inbox, authors: [Mortal {}, Mortal {}])
        for number in 0..<count { reader.post(number) }
        queue.sync {}
        #expect(reader.next == count)
        #expect(reader.mistakes == 0)
    }

    @Test func `what was taken out, but isn't anyone's turn yet, is kept`() {
        let queue = DispatchQueue(label: "queue"), lane = Lane(of: queue), authors = [Mortal {}, Mortal {}]
        let readers = (1...2).map { _ in Reader(Inbox<Int>(lane: lane, storesAuthors: true), authors: authors) }
        queue.suspend()
        for number in 0..<10 { for reader in readers { reader.post(number) } }
        queue.resume()
        queue.sync {}
        for reader in readers {
            #expect(reader.next == 10)
            #expect(reader.mistakes == 0)
        }
    }

    @Test func `who handles the messages is held until the last one is handled, and no longer`() {
        let queue = DispatchQueue(label: "queue"), lane = Lane(of: queue), deaths = Recorder<Int>()
        let living = Recorder<Int>()
        queue.suspend()
        for index in 0..<2 {
            let reader = Reader(Inbox<Int>(lane: lane, storesAuthors: true), authors: [Mortal {}, Mortal {}])
            let mortal = Mortal { deaths.record(index) }
            reader.handle = { [unowned reader] number in
                living.record(2 - deaths.count)
                mortal.touch()
                // so that messages wait while others are taken out
                if number < 4 { reader.post(number + 2) }
            }
            for number in 0..<2 { reader.post(number) }
        }
        #expect(deaths.count == 0)
        queue.resume()
        queue.sync {}
        #expect(deaths.values == [0, 1])
        #expect(living.values == Array(repeating: 2, count: 10) + [1, 1])
    }
}

/// Expects ascending numbers by alternating authors. `@unchecked` because the queue does one job at
/// a time.
private final class Reader: Job, @unchecked Sendable {

    let authors: [Mortal]
    private(set) var next = 0
    private(set) var mistakes = 0
    private let inbox: Inbox<Int>

    init(_ inbox: Inbox<Int>, authors: [Mortal]) {
        self.inbox = inbox
        self.authors = authors
    }

    var handle: (Int) -> Void = { _ in }

    func post(_ number: Int) {
        var work = DeferredWork()
        inbox.post(number, from: authors[number % 2], job: self, &work)
        work.finish()
    }

    override func run(_ count: Int) -> AnyObject? {
        defer { inbox.steps.finish() }
        return inbox.take(count) {
        } _: { number, author in
            if number != next || author !== authors[next % 2] { mistakes += 1 }
            next += 1
            handle(number)
        }
    }
}
