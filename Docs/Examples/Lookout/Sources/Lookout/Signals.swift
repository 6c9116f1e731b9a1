import Dispatch
import Glibc
import SwiftObserver

/// Lets signals and time end the program, and SIGHUP do something else.
///
/// `@unchecked Sendable` because the sources are only held.
final class Signals: @unchecked Sendable {

    /// Why the program has to end.
    let end = Promise<String>()

    /// Someone wants the configuration to be read again.
    let reload = Messenger<Void>(named: "reload")

    private var sources: [any DispatchSourceSignal] = []

    init() {
        // Whoever started this program may have blocked signals, which is inherited.
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        signal(SIGPIPE, SIG_IGN)
        on(SIGTERM) { [end] in end.fulfill("of SIGTERM") }
        on(SIGINT) { [end] in end.fulfill("of SIGINT") }
        on(SIGHUP) { [reload] in reload.send(()) }
    }

    /// Lets the program end in some time.
    func end(in seconds: Int) {
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds)) { [end] in end.fulfill("time is up") }
    }

    private func on(_ number: Int32, handle: @escaping @Sendable () -> Void) {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler(handler: handle)
        source.activate()
        sources.append(source)
    }
}
