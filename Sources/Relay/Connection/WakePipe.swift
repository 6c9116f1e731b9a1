#if Relay

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #elseif canImport(Darwin)
        import Darwin
    #endif

    /// Wakes a thread that waits for a socket.
    final class WakePipe: Sendable {

        let readEnd: Int32
        private let writeEnd: Int32

        init() {
            var ends: [Int32] = [0, 0]
            guard pipe(&ends) == 0 else {
                fatalError("Relay: no pipe could be created, since \(String(errno: errno)).")
            }
            (readEnd, writeEnd) = (ends[0], ends[1])
            for end in ends {
                _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            }
        }

        deinit {
            close(readEnd)
            close(writeEnd)
        }

        /// Wakes the thread. A full pipe has woken it already.
        func signal() {
            var byte: UInt8 = 0
            _ = write(writeEnd, &byte, 1)
        }

        /// Takes back all signals so far.
        func drain() {
            withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
                while read(readEnd, buffer.baseAddress, buffer.count) > 0 {}
            }
        }

        /// Waits for a signal, but no longer than that.
        func wait(atMost duration: Duration) {
            var polled = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
            _ = poll(&polled, 1, duration.pollMilliseconds)
        }
    }

    extension Duration {

        /// The same for `poll`, rounded up.
        var pollMilliseconds: Int32 {
            if self <= .zero { return 0 }
            if self > .seconds(86_400) { return 86_400_000 }
            let (seconds, attoseconds) = components
            return Int32(seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
        }
    }

    extension String {

        /// What the system says of an error.
        init(errno code: Int32) { self = String(cString: strerror(code)) }
    }
#endif
