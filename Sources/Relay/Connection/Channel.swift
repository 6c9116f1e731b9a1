#if Relay

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #elseif canImport(Darwin)
        import Darwin
    #endif

    /// The transport of bytes through a socket: plain or encrypted.
    ///
    /// Neither function blocks.
    protocol Channel: AnyObject {

        /// Writes some of the bytes.
        func write(_ bytes: UnsafeRawBufferPointer) -> ChannelProgress

        /// Reads some bytes.
        func read(into buffer: UnsafeMutableRawBufferPointer) -> ChannelProgress
    }

    /// The result of an attempt to write or to read.
    enum ChannelProgress: Equatable {

        /// This many bytes were written or read.
        case bytes(Int)

        /// Nothing, until the socket is readable.
        case readable

        /// Nothing, until the socket is writable.
        case writable

        /// The other side has closed the connection.
        case end

        /// The connection is broken.
        case failure(String)
    }

    /// A channel that doesn't encrypt.
    final class PlainChannel: Channel {

        private let socket: Int32

        init(_ socket: Int32) { self.socket = socket }

        func write(_ bytes: UnsafeRawBufferPointer) -> ChannelProgress {
            let count = send(socket, bytes.baseAddress, bytes.count, Self.sendFlags)
            if count >= 0 { return .bytes(count) }
            return errno == EAGAIN || errno == EINTR ? .writable : .failure(String(errno: errno))
        }

        func read(into buffer: UnsafeMutableRawBufferPointer) -> ChannelProgress {
            let count = recv(socket, buffer.baseAddress, buffer.count, 0)
            if count > 0 { return .bytes(count) }
            if count == 0 { return .end }
            return errno == EAGAIN || errno == EINTR ? .readable : .failure(String(errno: errno))
        }

        /// Keeps a lost connection from ending the program by a signal.
        #if canImport(Darwin)
            private static let sendFlags: Int32 = 0
        #else
            private static let sendFlags = Int32(MSG_NOSIGNAL)
        #endif
    }
#endif
