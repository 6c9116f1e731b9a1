/// What was sent, what is being handled, and what is done, as needed to judge those who wait for that.
final class Handled: @unchecked Sendable {

    private(set) var sent = 0
    private(set) var done = 0
    private var running = 0

    /// Whether somebody was told that no handler runs any more.
    private var isOver = false

    /// Sends, and counts what was sent when that has returned.
    func send(_ count: Int = 1, _ send: () -> Void) {
        send()
        sent += count
    }

    /// Does what a handler does: it begins, and ends later.
    func handle(_ act: () -> Void = {}) {
        expect(!isOver, "a handler begins although someone has waited for its end")
        running += 1
        step("handler begins")
        act()
        step("handler ends")
        expect(!isOver, "a handler runs although someone has waited for its end")
        running -= 1
        done += 1
    }

    /// Lets someone wait until all is handled that was sent, and tells whether nothing is left.
    func expectDone(_ wait: () -> Bool) {
        let before = sent
        expect(wait(), "something is left")
        expect(done >= before, "\(done) are handled of \(before) that were sent before")
    }

    /// The same for tasks.
    func expectDone(_ wait: () async -> Bool) async {
        let before = sent
        expect(await wait(), "something is left")
        expect(done >= before, "\(done) are handled of \(before) that were sent before")
    }

    /// Notes that no handler may run or begin any more, if someone has waited for that.
    func expectOver(_ isOver: Bool = true) {
        guard isOver else { return }
        expect(running == 0, "a handler is running")
        self.isOver = true
    }
}
