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
        let line1 = takeLine()
        #expect(line1 == [1, 2, 3])
        #expect(mailbox.goOnDuty(two) == false)
        let line2 = takeLine()
        #expect(line2 == nil)
        #expect(mailbox.goOnDuty(two) == true)
    }

    @Test mutating func `letters that are left while others are delivered are taken out next`() {
        #expect(mailbox.goOnDuty(one) == true)
        leaveLetter()
        for place in 1...5 {
            let letters = mailbox.takeLine(wantedLimit: 0)
            leaveLetter()
            #expect(letters.map(positions(in:)) == [place])
        }
        let line3 = takeLine()
        #expect(line3 == [6])
        let line4 = takeLine()
        #expect(line4 == nil)
    }

    @Test mutating func `two lines take turns as long as somebody is on duty, and none is kept after that`() {
        #expect(mailbox.goOnDuty(one) == true)
        var lines: [AnyLetters] = []
        for _ in 1...4 {
            leaveLetter()
            guard let letters = mailbox.takeLine(wantedLimit: 0) else { break }
            #expect(positions(in: letters).count == 1)
            lines.append(letters)
        }
        #expect(lines.count == 4)
        #expect(lines[0] !== lines[1])
        #expect(lines[2] === lines[0])
        #expect(lines[3] === lines[1])
        let line5 = takeLine()
        #expect(line5 == nil)
        let first = WeakBox(lines[0]), second = WeakBox(lines[1])
        lines = []
        #expect(!first.isAlive)
        #expect(!second.isAlive)
    }

    @Test mutating func `a line on a queue is taken in pieces`() {
        for _ in 1...3 { leaveLetter() }
        let first = mailbox.takeOldest(one, wantedLimit: 0)
        #expect(first.beginNext() == false)
        #expect(first.deliverNext(to: nil).position == 1)
        #expect(mailbox.isDelivering(one) == true)
        mailbox.pause()
        #expect(mailbox.isDelivering == false)
        #expect(mailbox.backlog == 2)
        leaveLetter()
        let rest = mailbox.takeOldest(two, wantedLimit: 0)
        #expect(positions(in: rest) == [2, 3])
        mailbox.pause()
        let next = mailbox.takeOldest(one, wantedLimit: 0)
        #expect(positions(in: next) == [4])
        mailbox.pause()
        #expect(mailbox.isIdle == true)
    }

    @Test mutating func `nobody gets the duty between handing over and taking over`() {
        #expect(mailbox.goOnDuty(one) == true)
        leaveLetter()
        let taken = mailbox.takeLine(wantedLimit: 0)
        mailbox.handOver()
        #expect(mailbox.goOnDuty(one) == false)
        #expect(mailbox.isDelivering == false)
        #expect(mailbox.isForeign(one, sentByForeignWork: false) == true)
        leaveLetter()
        let letters = mailbox.takeOver(two)
        #expect(letters === taken)
        #expect(mailbox.isForeign(two, sentByForeignWork: false) == false)
        #expect(mailbox.isForeign(one, sentByForeignWork: false) == true)
        #expect(taken.map(positions(in:)) == [1])
        let line6 = takeLine()
        #expect(line6 == [2])
    }

    private mutating func leaveLetter() {
        let envelope = Envelope(position: mailbox.nextPosition(), isForeign: false, hasMessage: true)
        mailbox.line(for: Int.self).append(0, in: envelope)
    }

    /// Takes the line out and returns the positions of its letters.
    private mutating func takeLine() -> [Position]? { mailbox.takeLine(wantedLimit: 0).map(positions(in:)) }
}

/// Removes all letters and returns their positions.
private func positions(in letters: AnyLetters) -> [Position] {
    var positions: [Position] = []
    while !letters.isEmpty { positions.append(letters.deliverNext(to: nil).position) }
    return positions
}
