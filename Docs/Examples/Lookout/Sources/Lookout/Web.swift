import CMicroHTTPD
import Glibc
import SwiftObserver
import Synchronization

/// Serves clients over HTTP, on one thread for all of them.
final class Web: Sendable {

    /// The number of connections that are accepted at the same time.
    static let connections: UInt32 = 2_000

    private let responder = Mutex<Responder?>(nil)
    private let subscribers: Subscribers
    private let connections = Connections()
    private let tasks = Tasks()
    private let server = Mutex(Server(pointer: nil))

    /// `@unchecked Sendable` because only the thread that took it out of the mutex uses it.
    private struct Server: @unchecked Sendable { let pointer: OpaquePointer? }

    /// A structure around the closure.
    ///
    /// If the mutex contained the closure itself, each access would wrap it once more, until the
    /// stack overflows.
    private struct Responder { let answer: @Sendable (Request) -> Answer }

    init(_ subscribers: Subscribers) { self.subscribers = subscribers }

    /// Starts to listen, and returns the URL. Call `stop` in the end: the server doesn't retain
    /// this object.
    func start(
        _ address: Address, answer: @escaping @Sendable (Request) -> Answer
    ) throws(Failure) -> String {
        responder.withLock { $0 = Responder(answer: answer) }
        let server = address.withSocketAddress {
            lookout_start(
                $0, Self.connections, 10, handleRequest, completeRequest, notifyConnection,
                Unmanaged.passUnretained(self).toOpaque())
        }
        guard let server else {
            let reason = String(cString: strerror(errno))
            throw Failure(
                "Can't listen at \(address.host):\(address.port): \(reason). Choose another address with --listen, like 127.0.0.1:0."
            )
        }
        let url = address.url(lookout_port(server))
        let started = Server(pointer: server)
        self.server.withLock { $0 = started }
        tasks.add { [subscribers, connections] in
            while !Task.isCancelled {
                subscribers.cutOffSlowOnes()
                connections.endLateOnes()
                try? await Task.sleep(for: .milliseconds(250))
            }
        }
        return url
    }

    /// Ends all connections.
    func stop() async {
        await tasks.end()
        let taken = server.withLock { server in
            defer { server = Server(pointer: nil) }
            return server
        }
        guard let server = taken.pointer else { return }
        // First, no client may connect and none may be suspended.
        let socket = MHD_quiesce_daemon(server)
        if socket >= 0 { close(socket) }
        subscribers.close()
        MHD_stop_daemon(server)
        responder.withLock { $0 = nil }
    }

    // MARK: - As the server calls it

    fileprivate func begin(_ connection: Connection) { connections.set(.seconds(10), for: connection) }

    fileprivate func forget(_ connection: Connection) { connections.set(nil, for: connection) }

    fileprivate func complete(_ connection: Connection) {
        subscribers.remove(connection)
        begin(connection)
    }

    fileprivate func respond(to request: Request) -> MHD_Result {
        if let refusal = request.refusal { return send(refusal, to: request) }
        let methods = request.path == "/stop" ? ["POST"] : ["GET", "HEAD"]
        guard methods.contains(request.method) else {
            return send(Answer(405, "Use \(methods.joined(separator: " or ")) here."), to: request, allow: methods)
        }
        if request.path == "/events", request.method == "GET" { return subscribe(request) }
        let responder = responder.withLock { $0 }
        return send(responder?.answer(request) ?? Answer(503, "The server is starting. Try again."), to: request)
    }

    private func send(_ answer: Answer, to request: Request, allow methods: [String] = []) -> MHD_Result {
        connections.set(.seconds(30), for: request.connection)
        let response = answer.body.withUnsafeBytes {
            MHD_create_response_from_buffer($0.count, UnsafeMutableRawPointer(mutating: $0.baseAddress), lookout_copy)
        }
        if !methods.isEmpty { MHD_add_response_header(response, "Allow", methods.joined(separator: ", ")) }
        return queue(response, answer.status, answer.type, request)
    }

    private func subscribe(_ request: Request) -> MHD_Result {
        // No Content: a browser doesn't connect again after that.
        let id = request.header("Last-Event-ID")
        if let id, subscribers.wasStopped(id) { return send(Answer(204, ""), to: request) }
        guard let subscriber = subscribers.add(request.connection, after: id) else {
            let problem = "There are too many subscribers, or the program is ending. Try again later."
            return send(Answer(503, problem), to: request)
        }
        connections.set(nil, for: request.connection)
        request.connection.bufferLittle()
        let result = queue(subscriber.response(), 200, "text/event-stream", request)
        subscribers.begin(subscriber)
        return result
    }

    private func queue(_ response: OpaquePointer?, _ status: UInt32, _ type: String, _ request: Request) -> MHD_Result {
        MHD_add_response_header(response, "Content-Type", type)
        for (name, value) in Answer.headers { MHD_add_response_header(response, name, value) }
        defer { MHD_destroy_response(response) }
        return MHD_queue_response(request.connection.pointer, status, response)
    }
}

private let handleRequest: MHD_AccessHandlerCallback = { web, connection, path, method, _, _, size, note in
    guard let web, let connection, let path, let method, let size, let note else { return lookout_no }
    // The first call comes before the body. The body is ignored.
    if note.pointee == nil {
        note.pointee = web
        return lookout_yes
    }
    if size.pointee > 0 {
        size.pointee = 0
        return lookout_yes
    }
    let request = Request(
        connection: Connection(pointer: connection), method: String(cString: method), path: String(cString: path))
    return Unmanaged<Web>.fromOpaque(web).takeUnretainedValue().respond(to: request)
}

private let completeRequest: MHD_RequestCompletedCallback = { web, connection, _, _ in
    guard let web, let connection else { return }
    Unmanaged<Web>.fromOpaque(web).takeUnretainedValue().complete(Connection(pointer: connection))
}

private let notifyConnection: MHD_NotifyConnectionCallback = { context, pointer, _, event in
    guard let context, let pointer else { return }
    let connection = Connection(pointer: pointer)
    let web = Unmanaged<Web>.fromOpaque(context).takeUnretainedValue()
    if event == lookout_started { web.begin(connection) } else { web.forget(connection) }
}
