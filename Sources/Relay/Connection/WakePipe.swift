#if Relay

    import CHiredis
    import Dispatch
    import Locked

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #elseif canImport(Darwin)
        import Darwin
    #endif

    /// Wakes a thread that waits, with or without a socket.
    ///
    /// Only the wait for a socket needs a file descriptor. It's opened for the first connection, so
    /// a thread without a descriptor can still be woken.
    final class WakePipe: Sendable {

        private let state = Locked(State())

        /// Counts a signal until it's drained or waited for.
        private let semaphore = DispatchSemaphore(value: 0)

        private struct State {

            /// `true` if there was a signal since the last drain.
            var isSignaled = false

            /// Both ends are the same where the system has events, and negative until they're open.
            var readEnd: Int32 = -1
            var writeEnd: Int32 = -1
        }

        deinit {
            let (readEnd, writeEnd) = state.withLock { ($0.readEnd, $0.writeEnd) }
            if readEnd >= 0 { close(readEnd) }
            if writeEnd >= 0, writeEnd != readEnd { close(writeEnd) }
        }

        /// The end to poll together with a socket. `poll` ignores it until it's open.
        var readEnd: Int32 { state.withLock { $0.readEnd } }

        /// Opens the descriptor unless it's open. Earlier signals can be read from it.
        func open() throws(ConnectionFailure) {
            let code: Int32 = state.withLock { state in
                if state.readEnd >= 0 { return 0 }
                guard let (readEnd, writeEnd) = Self.openEnds() else { return errno }
                (state.readEnd, state.writeEnd) = (readEnd, writeEnd)
                if state.isSignaled { Self.signal(writeEnd) }
                return 0
            }
            if code == 0 { return }
            let remedy = code == EMFILE || code == ENFILE ? "; raise the limit of open files" : ""
            throw .lost("a file descriptor couldn't be opened: \(String(errno: code))\(remedy)")
        }

        private static func openEnds() -> (readEnd: Int32, writeEnd: Int32)? {
            #if os(Linux)
                let event = relay_open_event()
                return event < 0 ? nil : (event, event)
            #else
                var ends: [Int32] = [0, 0]
                guard pipe(&ends) == 0 else { return nil }
                for end in ends {
                    _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
                    _ = fcntl(end, F_SETFD, FD_CLOEXEC)
                }
                return (ends[0], ends[1])
            #endif
        }

        /// Wakes the thread, now or when it waits next.
        func signal() {
            state.withLock { state in
                if state.isSignaled { return }
                state.isSignaled = true
                semaphore.signal()
                if state.writeEnd >= 0 { Self.signal(state.writeEnd) }
            }
        }

        private static func signal(_ end: Int32) {
            var one: UInt64 = 1
            _ = write(end, &one, MemoryLayout<UInt64>.size)
        }

        /// Takes back all signals so far.
        func drain() {
            state.withLock { state in
                guard state.isSignaled else { return }
                state.isSignaled = false
                _ = semaphore.wait(timeout: .now())
                if state.readEnd < 0 { return }
                withUnsafeTemporaryAllocation(byteCount: 64, alignment: 8) { buffer in
                    while read(state.readEnd, buffer.baseAddress, buffer.count) > 0 {}
                }
            }
        }

        /// Waits for a signal, for input on a link, or until time is up, and drains the signal.
        func wait(for links: [any Link], atMost duration: Duration) {
            if links.isEmpty {
                wait(atMost: duration)
            } else {
                var polled = [pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)]
                for link in links { polled.append(pollfd(fd: link.descriptor, events: Int16(POLLIN), revents: 0)) }
                if poll(&polled, nfds_t(polled.count), duration.pollMilliseconds) > 0, polled[0].revents == 0 { return }
            }
            drain()
        }

        /// Waits for a signal, or until time is up. Returns whether there was a signal.
        ///
        /// Only one thread may wait, and it must drain before it waits again.
        @discardableResult
        func wait(atMost duration: Duration) -> Bool {
            semaphore.wait(timeout: .now() + .milliseconds(Int(duration.pollMilliseconds))) == .success
        }
    }

    extension Duration {

        /// The duration in milliseconds for `poll`, rounded up.
        var pollMilliseconds: Int32 {
            if self <= .zero { return 0 }
            if self > .seconds(86_400) { return 86_400_000 }
            let (seconds, attoseconds) = components
            return Int32(seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
        }
    }

    extension String {

        /// The system's description of an error.
        init(errno code: Int32) { self = String(cString: strerror(code)) }
    }
#endif
