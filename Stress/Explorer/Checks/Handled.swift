/// The messages that were sent and handled, to judge calls that wait for all handlers.
final class Handled: @unchecked Sendable {

    private(set) var sent = 0
    private(set) var done = 0
    private var running = 0

    /// `true` if a call has reported that no handler runs any longer.
    private var isOver = false

    /// Sends, and counts the messages when that has returned.
    func send(_ count: Int = 1, _ send: () -> Void) {
        send()
        sent += count
    }

    /// Acts like a handler: it begins, and ends later.
    func handle(_ act: () -> Void = {}) {
        expect(!isOver, "a handler begins although a call has waited for its end")
        running += 1
        step("handler begins")
        act()
        step("handler ends")
        expect(!isOver, "a handler runs although a call has waited for its end")
        running -= 1
        done += 1
    }

    /// Waits until everything sent is handled, and expects that nothing is left.
    func expectDone(_ wait: () -> Bool) {
        let before = sent
        expect(wait(), "something is left")
        expect(done >= before, "only \(done) of \(before) earlier messages are handled")
    }

    /// Does the same in a task.
    func expectDone(_ wait: () async -> Bool) async {
        let before = sent
        expect(await wait(), "something is left")
        expect(done >= before, "only \(done) of \(before) earlier messages are handled")
    }

    /// Notes that no handler may run or begin from now on, if a call has waited for that.
    func expectOver(_ isOver: Bool = true) {
        guard isOver else { return }
        expect(running == 0, "a handler is running")
        self.isOver = true
    }
}
