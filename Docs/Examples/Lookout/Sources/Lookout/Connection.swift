import CMicroHTTPD
import Glibc

/// A connection of the server.
///
/// `@unchecked Sendable` because the server locks what others may call here, and says when the connection is gone. Whoever keeps it
/// must let it go then.
struct Connection: Hashable, @unchecked Sendable {

    let pointer: OpaquePointer

    private var socket: Int32 { lookout_socket(pointer) }

    /// The server notices that, whatever it waits for, and ends the connection.
    func shutDown() { shutdown(socket, Int32(SHUT_RDWR)) }

    /// The same, and the system forgets what it still has for the client.
    func abort() {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout.size(ofValue: now)))
        shutDown()
    }

    /// Lets the server forget it until someone resumes it.
    func suspend() { MHD_suspend_connection(pointer) }

    func resume() { MHD_resume_connection(pointer) }

    /// Lets a slow client wait in this program, where that's seen and ended, and not in the system or the server.
    func bufferLittle() {
        lookout_never_time_out(pointer)
        var size: Int32 = 16 * 1024
        setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout.size(ofValue: size)))
    }
}
