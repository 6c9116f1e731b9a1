import Dispatch
import Glibc
import SwiftObserver
import Synchronization

/// Ends the program on a signal or after a time, and reloads the configuration on SIGHUP.
///
/// Its signal handler writes each signal into a pipe, which a thread reads. So no signal is lost
/// from here on. A signal source of Dispatch only gets signals that arrive after it's registered,
/// which takes a moment.
final class Signals: Sendable {

    /// The reason why the program has to end.
    let end = Promise<String>()

    private let isEnding = Atomic(false)

    /// Requests to read the configuration again.
    let reload = Messenger<Void>(named: "reload")

    /// The time that the program may take to end.
    let grace: Duration

    init(grace: Duration) {
        self.grace = grace
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        inlet = ends[1]
        Thread.detach { [self, outlet = ends[0]] in
            var number: UInt8 = 0
            while read(outlet, &number, 1) == 1 {
                switch Int32(number) {
                case SIGTERM: end(because: "of SIGTERM")
                case SIGINT: end(because: "of SIGINT")
                default: reload.send(())
                }
            }
        }
        for number in [SIGTERM, SIGINT, SIGHUP] { signal(number, noteSignal) }
        signal(SIGPIPE, SIG_IGN)
        // The process that started this program may have blocked signals, which this one inherits.
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
    }

    /// Ends the program after some time.
    func end(in seconds: Int) {
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds)) { [self] in end(because: "time is up") }
    }

    /// Reports that the program has to end.
    ///
    /// From then on, it ends within `grace`, even if a handler is stuck or a thread is busy.
    private func end(because reason: String) {
        if isEnding.exchange(true, ordering: .acquiringAndReleasing) { return }
        // A little earlier, because ending takes a moment, too.
        let deadline = ContinuousClock.now + grace - .milliseconds(100)
        Thread.detach {
            // A signal can end a sleep early.
            while ContinuousClock.now < deadline { usleep(10_000) }
            note("It didn't stop in time. The next run reads unstored lines again.")
            _exit(1)
        }
        end.fulfill(reason)
    }
}

/// The end of the pipe for signals. It's set once, before any signal is handled.
private nonisolated(unsafe) var inlet: Int32 = -1

/// Handles a signal. It does only what is safe in a signal handler.
private func noteSignal(_ number: Int32) {
    let error = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(inlet, &byte, 1)
    errno = error
}
