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
        #expect(!mailbox.isForeign(one))
        #expect(mailbox.isForeign(two))
    }

    @Test mutating func `who is on duty gets the whole line in order and goes off duty when it's empty`() {
        #expect(mailbox.takeDuty(one) == true)
        for _ in 1...3 { mailbox.leave(letter()) }
        var batch: [AnyLetter] = []
        #expect(mailbox.takeLine(&batch) == true)
        #expect(batch.map(\.place) == [1, 2, 3])
        #expect(mailbox.takeDuty(two) == false)
        batch = []
        #expect(mailbox.takeLine(&batch) == false)
        #expect(batch.isEmpty)
        #expect(mailbox.takeDuty(two) == true)
    }

    @Test mutating func `nobody gets the duty between handing over and taking over`() {
        #expect(mailbox.takeDuty(one) == true)
        mailbox.leave(letter())
        mailbox.handOver()
        #expect(mailbox.takeDuty(one) == false)
        #expect(mailbox.isForeign(one))
        mailbox.leave(letter())
        mailbox.takeOver(two)
        #expect(!mailbox.isForeign(two))
        #expect(mailbox.isForeign(one))
        var batch: [AnyLetter] = []
        #expect(mailbox.takeLine(&batch) == true)
        #expect(batch.map(\.place) == [1, 2])
    }

    private mutating func letter() -> AnyLetter {
        AnyLetter(from: nil, place: mailbox.nextPlace(), addressee: nil, isFarewell: false, isForeign: false)
    }
}
