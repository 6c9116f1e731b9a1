import Testing

@testable import SwiftObserver

@Suite struct MailboxTests {

    private var mailbox = Mailbox()
    private let one = ThreadID(1), two = ThreadID(2)

    @Test mutating func `places ascend`() {
        #expect(mailbox.nextPlace() == 1)
        #expect(mailbox.nextPlace() == 2)
        #expect(mailbox.place == 2)
    }

    @Test mutating func `only one can be on duty, even on one thread`() {
        let isFirst = mailbox.takeDuty(one), isAgain = mailbox.takeDuty(one), isOther = mailbox.takeDuty(two)
        #expect(isFirst)
        #expect(!isAgain)
        #expect(!isOther)
    }

    @Test mutating func `letters are foreign when they're not from the thread on duty`() {
        #expect(mailbox.takeDuty(one) == true)
        #expect(!mailbox.isForeign(one, sentByForeignWork: false))
        #expect(mailbox.isForeign(two, sentByForeignWork: false))
    }

    @Test mutating func `letters of the thread on duty are foreign, too, while it works for others`() {
        #expect(mailbox.takeDuty(one) == true)
        #expect(mailbox.isForeign(one, sentByForeignWork: true))
        #expect(mailbox.isForeign(two, sentByForeignWork: false))
    }

    @Test mutating func `who is on duty gets the whole line in order and goes off duty when it's empty`() {
        #expect(mailbox.takeDuty(one) == true)
        for _ in 1...3 { leaveLetter() }
        var batch: AnyLetters?
        #expect(mailbox.takeLine(&batch) == true)
        #expect(places(in: batch) == [1, 2, 3])
        #expect(mailbox.takeDuty(two) == false)
        #expect(mailbox.takeLine(&batch) == false)
        #expect(mailbox.takeDuty(two) == true)
    }

    @Test mutating func `letters that are left while a batch is delivered are the next batch`() {
        #expect(mailbox.takeDuty(one) == true)
        leaveLetter()
        var batch: AnyLetters?
        for place in 1...5 {
            #expect(mailbox.takeLine(&batch) == true)
            leaveLetter()
            #expect(places(in: batch) == [place])
        }
        #expect(mailbox.takeLine(&batch) == true)
        #expect(places(in: batch) == [6])
        #expect(mailbox.takeLine(&batch) == false)
    }

    @Test mutating func `two lines take turns as long as somebody is on duty, and none is kept after that`() {
        var batch: AnyLetters?
        #expect(mailbox.takeDuty(one) == true)
        var lines: [AnyLetters] = []
        for _ in 1...4 {
            leaveLetter()
            #expect(mailbox.takeLine(&batch) == true)
            #expect(places(in: batch).count == 1)
            if let batch { lines.append(batch) }
        }
        #expect(lines[0] !== lines[1])
        #expect(lines[2] === lines[0])
        #expect(lines[3] === lines[1])
        #expect(mailbox.takeLine(&batch) == false)
        batch = nil
        weak let first = lines[0], second = lines[1]
        lines = []
        #expect(first == nil)
        #expect(second == nil)
    }

    @Test mutating func `a line on a queue is taken in pieces`() {
        for _ in 1...3 { leaveLetter() }
        var batch = mailbox.takeBatch()
        #expect(batch.deliverNext(to: nil).place == 1)
        mailbox.takeBack(batch)
        leaveLetter()
        batch = mailbox.takeBatch()
        #expect(places(in: batch) == [2, 3])
        mailbox.takeBack(batch)
        batch = mailbox.takeBatch()
        #expect(places(in: batch) == [4])
    }

    @Test mutating func `nobody gets the duty between handing over and taking over`() {
        #expect(mailbox.takeDuty(one) == true)
        leaveLetter()
        mailbox.handOver()
        #expect(mailbox.takeDuty(one) == false)
        #expect(mailbox.isForeign(one, sentByForeignWork: false))
        leaveLetter()
        mailbox.takeOver(two)
        #expect(!mailbox.isForeign(two, sentByForeignWork: false))
        #expect(mailbox.isForeign(one, sentByForeignWork: false))
        var batch: AnyLetters?
        #expect(mailbox.takeLine(&batch) == true)
        #expect(places(in: batch) == [1, 2])
    }

    private mutating func leaveLetter() {
        let envelope = Envelope(place: mailbox.nextPlace(), isForeign: false, hasMessage: true)
        mailbox.line(for: Int.self).append(0, in: envelope)
    }

    /// Takes all letters out and returns their places.
    private func places(in batch: AnyLetters?) -> [Place] {
        var places: [Place] = []
        while let batch, !batch.isEmpty { places.append(batch.deliverNext(to: nil).place) }
        return places
    }
}
