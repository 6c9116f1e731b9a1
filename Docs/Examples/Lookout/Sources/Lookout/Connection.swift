import CMicroHTTPD
import Glibc

/// A connection of the server.
///
/// `@unchecked Sendable` because the server locks everything that other threads may call here, and
/// reports when the connection is gone. An object that keeps the connection must release it then.
struct Connection: Hashable, @unchecked Sendable {

    let pointer: OpaquePointer

    private var socket: Int32 { lookout_socket(pointer) }

    /// Shuts the socket down.
    ///
    /// The server notices that in every state of the connection, and ends the connection.
    func shutDown() { shutdown(socket, Int32(SHUT_RDWR)) }

    /// Shuts the socket down, and lets the system discard the data that it holds for the client.
    func abort() {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout.size(ofValue: now)))
        shutDown()
    }

    /// Lets the server ignore the connection until `resume` is called.
    func suspend() { MHD_suspend_connection(pointer) }

    func resume() { MHD_resume_connection(pointer) }

    /// Lets data for a slow client wait in this program, not in the system or the server.
    ///
    /// Here, the library counts the waiting messages, and the program ends the connection.
    func bufferLittle() {
        lookout_never_time_out(pointer)
        var size: Int32 = 16 * 1024
        setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout.size(ofValue: size)))
    }
}
