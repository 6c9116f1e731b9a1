#if Relay

    import CHiredis

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #elseif canImport(Darwin)
        import Darwin
    #endif

    /// Runs a closure on a thread of its own. Debuggers show its name, or what fits into 15 letters.
    func startThread(named name: String, _ run: @escaping @Sendable () -> Void) {
        let start = Unmanaged.passRetained(ThreadStart(name, run))
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
        guard code == 0 else { fatalError("Relay: no thread could be created, since \(String(errno: code)).") }
        #if canImport(Darwin)
            if let thread { pthread_detach(thread) }
        #else
            pthread_detach(thread)
        #endif
    }

    /// A lost connection is no reason to end the program by a signal. OpenSSL would cause that.
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

        func setName() {
            name.withCString { relay_name_thread($0) }
        }
    }
#endif
