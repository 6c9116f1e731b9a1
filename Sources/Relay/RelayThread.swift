#if Relay

    import CHiredis
    import Dispatch

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #elseif canImport(Darwin)
        import Darwin
    #endif

    /// Runs a closure on a new thread. Debuggers show its name, or the first 15 letters.
    ///
    /// If the system gives no thread, `delay` is called with the reason, once and before this
    /// returns, and a queue tries again after pauses. If the closure should stop before there's a
    /// thread, it runs on that queue.
    func startThread(
        named name: String, _ stopper: Stopper, _ pauses: ClosedRange<Duration>, _ run: @escaping @Sendable () -> Void,
        delay: (_ reason: String) -> Void
    ) {
        let start = ThreadStart(name, run), code = start.createThread()
        if code == 0 { return }
        delay("a thread couldn't be created: \(String(errno: code)); raise the limit of threads or memory")
        DispatchQueue.global().async {
            var attempts = Attempts(pauses)
            while true {
                stopper.pause(for: attempts.nextPause())
                if stopper.isStopped { return run() }
                if start.createThread() == 0 { return }
            }
        }
    }

    /// Blocks the signal by which a lost connection would end the program. OpenSSL can cause it.
    private func ignoreBrokenPipes() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    private final class ThreadStart: Sendable {

        let name: String
        let run: @Sendable () -> Void

        init(_ name: String, _ run: @escaping @Sendable () -> Void) {
            self.name = name
            self.run = run
        }

        /// Runs the closure on a new thread, and returns a code of `errno`.
        func createThread() -> Int32 {
            let start = Unmanaged.passRetained(self)
            #if canImport(Darwin)
                var thread: pthread_t?
            #else
                var thread = pthread_t()
            #endif
            let code = pthread_create(
                &thread, nil,
                { argument in
                    #if canImport(Darwin)
                        let pointer = argument
                    #else
                        guard let pointer = argument else { return nil }
                    #endif
                    let start = Unmanaged<ThreadStart>.fromOpaque(pointer).takeRetainedValue()
                    start.setName()
                    ignoreBrokenPipes()
                    start.run()
                    return nil
                }, start.toOpaque())
            if code != 0 {
                start.release()
                return code
            }
            #if canImport(Darwin)
                if let thread { pthread_detach(thread) }
            #else
                pthread_detach(thread)
            #endif
            return 0
        }

        private func setName() {
            name.withCString { relay_name_thread($0) }
        }
    }
#endif
