import Testing

@testable import SwiftObserver

@Suite struct MailboxTests: ~Copyable {

    private var mailbox = Mailbox()
    private let one = ThreadID(1), two = ThreadID(2)

    @Test mutating func `positions ascend`() {
        #expect(mailbox.nextPosition() == 1)
        #expect(mailbox.nextPosition() == 2)
        #expect(mailbox.position == 2)
    }

    @Test mutating func `only one can be on duty, even on one thread`() {
        let isFirst = mailbox.goOnDuty(one), isAgain = mailbox.goOnDuty(one), isOther = mailbox.goOnDuty(two)
        #expect(isFirst)
        #expect(!isAgain)
        #expect(!isOther)
    }

    @Test mutating func `letters are foreign when they're not from the thread on duty`() {
        #expect(mailbox.goOnDuty(one) == true)
        #expect(mailbox.isForeign(one, sentByForeignWork: false) == false)
        #expect(mailbox.isForeign(two, sentByForeignWork: false) == true)
    }

    @Test mutating func `letters of the thread on duty are foreign, too, while it works for others`() {
        #expect(mailbox.goOnDuty(one) == true)
        #expect(mailbox.isForeign(one, sentByForeignWork: true) == true)
        #expect(mailbox.isForeign(two, sentByForeignWork: false) == true)
    }

    @Test mutating func `who is on duty gets the whole line in order and goes off duty when it's empty`() {
        #expect(mailbox.goOnDuty(one) == true)
        for _ in 1...3 { leaveLetter() }
        var batch: AnyLetters?
        #expect(mailbox.takeLine(&batch, wantedLimit: 0) == true)
        #expect(positions(in: batch) == [1, 2, 3])
        #expect(mailbox.goOnDuty(two) == false)
        #expect(mailbox.takeLine(&batch, wantedLimit: 0) == false)
        #expect(mailbox.goOnDuty(two) == true)
    }

    @Test mutating func `letters that are left while a batch is delivered are the next batch`() {
        #expect(mailbox.goOnDuty(one) == true)
        leaveLetter()
        var batch: AnyLetters?
        for place in 1...5 {
            #expect(mailbox.takeLine(&batch, wantedLimit: 0) == true)
            leaveLetter()
            #expect(positions(in: batch) == [place])
        }
        #expect(mailbox.takeLine(&batch, wantedLimit: 0) == true)
        #expect(positions(in: batch) == [6])
        #expect(mailbox.takeLine(&batch, wantedLimit: 0) == false)
    }

    @Test mutating func `two lines take turns as long as somebody is on duty, and none is kept after that`() {
        var batch: AnyLetters?
        #expect(mailbox.goOnDuty(one) == true)
        var lines: [AnyLetters] = []
        for _ in 1...4 {
            leaveLetter()
            #expect(mailbox.takeLine(&batch, wantedLimit: 0) == true)
            #expect(positions(in: batch).count == 1)
            if let batch { lines.append(batch) }
        }
        #expect(lines[0] !== lines[1])
        #expect(lines[2] === lines[0])
        #expect(lines[3] === lines[1])
        #expect(mailbox.takeLine(&batch, wantedLimit: 0) == false)
        batch = nil
        let first = WeakBox(lines[0]), second = WeakBox(lines[1])
        lines = []
        #expect(!first.isAlive)
        #expect(!second.isAlive)
    }

    @Test mutating func `a line on a queue is taken in pieces`() {
        for _ in 1...3 { leaveLetter() }
        var batch = mailbox.takeBatch(wantedLimit: 0)
        #expect(batch.deliverNext(to: nil).position == 1)
        mailbox.takeBack(batch)
        leaveLetter()
        batch = mailbox.takeBatch(wantedLimit: 0)
        #expect(positions(in: batch) == [2, 3])
        mailbox.takeBack(batch)
        batch = mailbox.takeBatch(wantedLimit: 0)
        #expect(positions(in: batch) == [4])
    }

    @Test mutating func `nobody gets the duty between handing over and taking over`() {
        #expect(mailbox.goOnDuty(one) == true)
        leaveLetter()
        mailbox.handOver()
        #expect(mailbox.goOnDuty(one) == false)
        #expect(mailbox.isForeign(one, sentByForeignWork: false) == true)
        leaveLetter()
        mailbox.takeOver(two)
        #expect(mailbox.isForeign(two, sentByForeignWork: false) == false)
        #expect(mailbox.isForeign(one, sentByForeignWork: false) == true)
        var batch: AnyLetters?
        #expect(mailbox.takeLine(&batch, wantedLimit: 0) == true)
        #expect(positions(in: batch) == [1, 2])
    }

    private mutating func leaveLetter() {
        let envelope = Envelope(position: mailbox.nextPosition(), isForeign: false, hasMessage: true)
        mailbox.line(for: Int.self).append(0, in: envelope)
    }

    /// Takes all letters out and returns their positions.
    private func positions(in batch: AnyLetters?) -> [Position] {
        var positions: [Position] = []
        while let batch, !batch.isEmpty { positions.append(batch.deliverNext(to: nil).position) }
        return positions
    }
}
