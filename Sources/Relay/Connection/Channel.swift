#if Relay

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #elseif canImport(Darwin)
        import Darwin
    #endif

    /// How bytes get through a socket: as they are, or encrypted.
    ///
    /// Neither function blocks.
    protocol Channel: AnyObject {

        /// Writes some of the bytes.
        func write(_ bytes: UnsafeRawBufferPointer) -> ChannelProgress

        /// Reads some bytes.
        func read(into buffer: UnsafeMutableRawBufferPointer) -> ChannelProgress
    }

    /// What came of an attempt to write or to read.
    enum ChannelProgress: Equatable {

        /// So many bytes.
        case bytes(Int)

        /// Nothing, until the socket can be read.
        case readable

        /// Nothing, until the socket can be written to.
        case writable

        /// The other side has closed the connection.
        case end

        /// The connection is broken.
        case failure(String)
    }

    /// Bytes as they are.
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

        /// A lost connection is no reason to end the program by a signal.
        #if canImport(Darwin)
            private static let sendFlags: Int32 = 0
        #else
            private static let sendFlags = Int32(MSG_NOSIGNAL)
        #endif
    }
#endif
