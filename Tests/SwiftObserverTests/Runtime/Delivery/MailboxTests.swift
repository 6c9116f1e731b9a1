import Testing

@testable import SwiftObserver

@Suite struct MailboxTests: ~Copyable {

    private var mailbox = Mailbox()
    private let one = ThreadID(1), two = ThreadID(2)

    /// The numbers of the markers that were reached.
    private let reached = Recorder<Int>()

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

    @Test mutating func `the letters are the same object as long as somebody is on duty, and it isn't kept after that`()
    {
        #expect(mailbox.goOnDuty(one) == true)
        leaveLetter()
        guard var letters = mailbox.takeLine(wantedLimit: 0) else { preconditionFailure("No letter is pending.") }
        let box = WeakBox(letters)
        for place in 1...3 {
            #expect(positions(in: letters) == [place])
            leaveLetter()
            guard let next = mailbox.takeLine(wantedLimit: 0) else { break }
            #expect(next === letters)
            letters = next
        }
        #expect(positions(in: letters) == [4])
        let line = takeLine()
        #expect(line == nil)
        letters = Letters<Int>()
        #expect(!box.isAlive)
    }

    @Test mutating func `a line on a queue is taken in pieces`() {
        for _ in 1...3 { leaveLetter() }
        let first = mailbox.takeOldest(one, wantedLimit: 0)
        #expect(first.beginNext() == false)
        #expect(first.deliverNext(to: nil).position == 1)
        #expect(mailbox.isDelivering(one) == true)
        #expect(finishLetter() == [])
        #expect(mailbox.pause() == nil)
        #expect(mailbox.isDelivering == false)
        #expect(mailbox.backlog == 2)
        leaveLetter()
        let rest = mailbox.takeOldest(two, wantedLimit: 0)
        #expect(positions(in: rest) == [2, 3])
        #expect(finishLetter() == [])
        #expect(mailbox.pause() == nil)
        let next = mailbox.takeOldest(one, wantedLimit: 0)
        #expect(positions(in: next) == [4])
        #expect(mailbox.isIdle == false)
        #expect(finishLetter() == [])
        #expect(mailbox.pause() === next)
        #expect(mailbox.isIdle == true)
    }

    // MARK: - Markers

    @Test mutating func `who waits behind the line is told when the next letter begins`() {
        let letters = begin(3), marker = marker(1)
        leaveLetter()
        mailbox.add(marker, behindLine: true)
        leaveLetter()
        for _ in 2...3 { #expect(deliverNext(of: letters) == []) }
        _ = mailbox.takeLine(wantedLimit: 0)
        #expect(deliverNext(of: letters) == [])
        #expect(deliverNext(of: letters) == [1])
    }

    @Test mutating func `who waits behind the line is told when it's done`() {
        let letters = begin(2), marker = marker(1)
        mailbox.add(marker, behindLine: true)
        #expect(deliverNext(of: letters) == [])
        #expect(finishLetter() == [1])
        let line = takeLine()
        #expect(line == nil)
    }

    @Test mutating func `who waits for the letter that is being delivered is told when the next one begins`() {
        let letters = begin(2), marker = marker(1)
        mailbox.add(marker, behindLine: false)
        #expect(deliverNext(of: letters) == [1])
    }

    @Test mutating func `who waits for what is delivered beside the line is told before the line`() {
        #expect(mailbox.goOnDuty(one) == true)
        let behindAll = marker(1), behindThis = marker(2)
        leaveLetter()
        mailbox.add(behindAll, behindLine: true)
        mailbox.add(behindThis, behindLine: false)
        #expect(mailbox.goOffDuty() == false)
        #expect(finishLetter() == [2])
    }

    @Test mutating func `who gave up waiting isn't told`() {
        let letters = begin(2), marker = marker(1)
        mailbox.add(marker, behindLine: true)
        mailbox.remove(marker)
        #expect(deliverNext(of: letters) == [])
        #expect(finishLetter() == [])
    }

    /// Takes the duty, leaves that many letters, and begins and delivers the first one.
    private mutating func begin(_ count: Int) -> AnyLetters {
        #expect(mailbox.goOnDuty(one) == true)
        for _ in 0..<count { leaveLetter() }
        guard let letters = mailbox.takeLine(wantedLimit: 0) else { preconditionFailure("No letter is pending.") }
        #expect(deliverNext(of: letters) == [])
        return letters
    }

    /// Begins the next letter, returns the markers that it reaches, and delivers it.
    private mutating func deliverNext(of letters: AnyLetters) -> [Int] {
        let before = reached.count
        var work = DeferredWork()
        if letters.beginNext() { mailbox.takeReachedMarkers(&work) }
        work.finish()
        letters.deliverNext(to: nil)
        return Array(reached.values.dropFirst(before))
    }

    /// Finishes the letter, and returns the markers that this reaches.
    private mutating func finishLetter() -> [Int] {
        let before = reached.count
        var work = DeferredWork()
        mailbox.finishLetter(&work)
        work.finish()
        return Array(reached.values.dropFirst(before))
    }

    private func marker(_ number: Int) -> Marker { Marker(at: Nowhere()) { [reached] in reached.record(number) } }

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

/// Delivers all letters and returns their positions.
private func positions(in letters: AnyLetters) -> [Position] {
    var positions: [Position] = []
    while !letters.isBatchDone {
        _ = letters.beginNext()
        positions.append(letters.deliverNext(to: nil).position)
    }
    return positions
}

private struct Nowhere: MarkedPlace {
    func add(_ marker: Marker) -> Bool { false }
    func remove(_ marker: Marker) {}
    var handlingThread: ThreadID? { nil }
    var unfinished: [Unfinished] { [] }
}
