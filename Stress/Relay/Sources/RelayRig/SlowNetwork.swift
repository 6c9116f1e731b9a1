import Foundation
import Glibc

/// A network between clients and a server that delays, splits and cuts at random.
///
/// Clients connect to its port, and it connects to that of the server.
///
/// `@unchecked Sendable` because all mutable state is under a lock.
public final class SlowNetwork: @unchecked Sendable {

    private let reserved = ReservedPort()
    private let target: Int
    private let condition = NSCondition()
    private var random: Seeded
    private var isCalm = false

    /// The number of connections so far, and of the first ones whose bytes are held back.
    private var roadCount = 0
    private var heldCount = 0
    private var holdsAnswersOnly = false
    private var isClosed = false
    private var cutCount = 0

    /// Starts the network, which is slow until `calmDown`.
    public init(to target: Int, seed: UInt64) throws {
        self.target = target
        random = Seeded(seed)
        guard listen(reserved.holder, 128) == 0 else { throw RigError("The slow network has no port.") }
        Thread.detachNewThread { [weak self, reserved] in
            while true {
                let client = accept(reserved.holder, nil, nil)
                if client < 0 { if errno == EINTR { continue } else { break } }
                _ = fcntl(client, F_SETFD, FD_CLOEXEC)
                guard let self, let road = self.road(from: client) else {
                    Glibc.close(client)
                    continue
                }
                road.begin()
            }
        }
    }

    public var port: Int { reserved.number }

    /// Closes all connections, and accepts no more.
    public func close() {
        condition.withLock {
            (isClosed, heldCount) = (true, 0)
            condition.broadcast()
        }
        shutdown(reserved.holder, Int32(SHUT_RDWR))
    }

    deinit { close() }

    /// From now on, passes bytes on immediately, and cuts no connections.
    public func calmDown() {
        condition.withLock {
            (isCalm, heldCount) = (true, 0)
            condition.broadcast()
        }
    }

    /// Holds all bytes back until `release`, including bytes from clients that have given up.
    public func hold() { condition.withLock { heldCount = .max } }

    /// Holds back all bytes of the current connections until `release`. New connections work.
    public func holdConnected() { condition.withLock { heldCount = roadCount } }

    /// Holds back all answers on the current connections until `release`.
    public func holdAnswers() { condition.withLock { (heldCount, holdsAnswersOnly) = (roadCount, true) } }

    /// Passes the held bytes on.
    public func release() {
        condition.withLock {
            (heldCount, holdsAnswersOnly) = (0, false)
            condition.broadcast()
        }
    }

    /// The number of connections that it has cut.
    public var cuts: Int { condition.withLock { cutCount } }

    private func road(from client: Int32) -> Road? {
        if condition.withLock({ isClosed }) { return nil }
        let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in(loopbackPort: target), yes: Int32 = 1
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                connect(server, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else {
            Glibc.close(server)
            return nil
        }
        for end in [client, server] {
            setsockopt(end, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        }
        return Road(
            client, server, self,
            number: condition.withLock {
                roadCount += 1
                return roadCount
            })
    }

    // MARK: - What befalls bytes

    /// The fate of the next bytes of a connection.
    enum Fate {
        case pass(upTo: Int, delay: UInt32)
        case cut(passing: Int, isRude: Bool)
    }

    /// Waits while bytes of a connection are held back, and chooses the fate of the next ones.
    fileprivate func fate(of count: Int, on road: Road, isAnswer: Bool) -> Fate {
        condition.withLock {
            while road.number <= heldCount, isAnswer || !holdsAnswersOnly { condition.wait() }
            if isCalm { return .pass(upTo: count, delay: 0) }
            if isClosed || random.oneIn(60) {
                cutCount += 1
                return .cut(passing: random.number(0...count), isRude: random.oneIn(2))
            }
            let most = 1 << random.number(0...17)
            let delay = random.oneIn(3) ? random.number(0...3000) : 0
            return .pass(upTo: min(count, most), delay: UInt32(delay))
        }
    }
}

/// A connection through a slow network.
///
/// `@unchecked Sendable` because the state is under a lock.
private final class Road: @unchecked Sendable {

    private let client: Int32
    private let server: Int32
    private let network: SlowNetwork
    let number: Int

    init(_ client: Int32, _ server: Int32, _ network: SlowNetwork, number: Int) {
        (self.client, self.server, self.network, self.number) = (client, server, network, number)
    }

    deinit {
        close(client)
        close(server)
    }

    func begin() {
        Thread.detachNewThread { [self] in carry(from: client, to: server) }
        Thread.detachNewThread { [self] in carry(from: server, to: client) }
    }

    /// Carries bytes in one direction until one side ends, or the connection is cut.
    private func carry(from source: Int32, to target: Int32) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        reading: while true {
            let count = read(source, &buffer, buffer.count)
            if count <= 0 { break }
            var start = 0
            while start < count {
                switch network.fate(of: count - start, on: self, isAnswer: source == server) {
                case .pass(let most, let delay):
                    if delay > 0 { usleep(delay) }
                    if !pass(buffer[start..<start + most], to: target) { break reading }
                    start += most
                case .cut(let passed, let isRude):
                    _ = pass(buffer[start..<start + passed], to: target)
                    if isRude { resetAtEnd() }
                    shutdown(client, Int32(SHUT_RDWR))
                    shutdown(server, Int32(SHUT_RDWR))
                    return
                }
            }
        }
        shutdown(target, Int32(SHUT_WR))
        shutdown(source, Int32(SHUT_RD))
    }

    private func pass(_ bytes: ArraySlice<UInt8>, to target: Int32) -> Bool {
        var start = 0
        while start < bytes.count {
            let count = bytes.withUnsafeBytes {
                send(target, $0.baseAddress! + start, $0.count - start, Int32(MSG_NOSIGNAL))
            }
            if count <= 0 { return false }
            start += count
        }
        return true
    }

    /// Makes the connections end with a reset, which loses bytes in flight.
    private func resetAtEnd() {
        var option = linger(l_onoff: 1, l_linger: 0)
        for end in [client, server] {
            setsockopt(end, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        }
    }
}
