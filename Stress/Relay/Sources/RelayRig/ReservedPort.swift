import Glibc

/// A reserved port of this machine. No other search for a port finds it while this object lives.
///
/// A socket holds it. A server can still listen there, end, and listen there again.
///
/// The system gives none of these ports to clients. Otherwise, a client that connects while its
/// server is down could get the server's port as its own, and connect to itself.
public final class ReservedPort: Sendable {

    public let number: Int

    /// The socket that holds the port. It can also be used to listen.
    let holder: Int32

    /// Finds a free port, and reserves it.
    public init() {
        for _ in 0..<10_000 {
            let number = Int.random(in: 10_000..<30_000)
            if let holder = Self.hold(number) {
                (self.number, self.holder) = (number, holder)
                return
            }
        }
        fatalError("No port is free.")
    }

    deinit { close(holder) }

    /// A socket that has the port, or `nil` if another socket has it.
    static func hold(_ number: Int) -> Int32? {
        let holder = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in(loopbackPort: number), yes: Int32 = 1
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(holder, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        // A server, which sets the same option, may share the port from now on. If the option were
        // set earlier, this socket could get the port of another server that is down.
        guard code == 0, setsockopt(holder, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size)) == 0
        else {
            close(holder)
            return nil
        }
        return holder
    }
}

extension sockaddr_in {

    /// The address of a port of this machine.
    init(loopbackPort port: Int) {
        self.init()
        sin_family = sa_family_t(AF_INET)
        sin_port = UInt16(port).bigEndian
        sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    }
}
