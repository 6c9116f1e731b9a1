import Dispatch
import Foundation
import Logging
import Metrics
import SwiftObserver
import Testing

/// The code of the page about adapters, compiled and run. Tests that turn watching on run in
/// processes of their own.
@Suite struct WatchAdaptersTests {

    @Test func `this file contains the code of the page`() throws {
        try expectCode(of: "Docs/SwiftObserver.docc/WatchAdapters.md", isContainedIn: #filePath)
    }

    @Test func `events are logged and metered`() async {
        await #expect(processExitsWith: .success) {
            Watch.start(telling: LoggingWatcher())
            Watch.start(telling: MeteringWatcher())
            let timer = startRecording()
            Messenger<Int>(named: "orders").observed { _ in }
            recordGauges()
            timer.cancel()
            exit(0)
        }
    }

    @Test func `the endpoints answer`() async {
        await #expect(processExitsWith: .success) {
            endProcessThatHangs()
            Watch.start()
            let orders = Messenger<Int>(named: "orders")
            orders.observed { _ in }
            orders.send(1)
            let server = WatchServer(port: 0)!
            server.start()

            let metrics = get("/metrics", from: server.port), inspection = get("/inspect", from: server.port)
            precondition(metrics.hasPrefix("HTTP/1.1 200 OK\r\n") && metrics.hasSuffix("# EOF\n"), metrics)
            precondition(metrics.contains("swiftobserver_sent_messages_total{observable=\"orders\""), metrics)
            let json = inspection.components(separatedBy: "\r\n\r\n").last!
            let observables = try JSONDecoder().decode([ObservableInspection].self, from: Data(json.utf8))
            precondition(observables.map(\.name) == ["orders"], json)
            precondition(get("/else", from: server.port).hasPrefix("HTTP/1.1 404"))
            exit(0)
        }
    }

    @Test func `a signal prints the report`() async {
        await #expect(processExitsWith: .success) {
            endProcessThatHangs()
            var ends: [Int32] = [0, 0]
            precondition(pipe(&ends) == 0 && dup2(ends[1], 1) == 1 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
            let source = printReportOnSignal()
            var byte: UInt8 = 0
            repeat {
                // A signal that arrives before the source is registered is lost.
                kill(getpid(), SIGUSR1)
                usleep(1000)
                fflush(nil)
            } while read(ends[0], &byte, 1) != 1
            source.cancel()
            exit(0)
        }
    }
}

/// Ends this process if it hangs, so that an expectation about its exit fails. A time limit of the
/// test wouldn't end the process.
private func endProcessThatHangs() { alarm(UInt32(Duration.hangLimit.components.seconds)) }

private struct LoggingWatcher: Watcher {
    private let logger = Logger(label: "observers")

    func didSee(_ event: WatchEvent) {
        switch event {
        case .stuck(let call): logger.log(level: .error, "stuck handler: \(call)")
        case .slow(let call): logger.log(level: .warning, "slow handler: \(call)")
        case .returned(let call): logger.log(level: .notice, "handler returned: \(call)")
        case .backlog(let observation): logger.log(level: .warning, "backlog: \(observation)")
        case .missed(let observation, let count): logger.log(level: .warning, "\(count) missed: \(observation)")
        case .refused(let observable, let count): logger.log(level: .notice, "\(count) refused by \(observable)")
        case .mistake(let mistake): logger.log(level: .error, "\(mistake.file ?? "?"):\(mistake.line ?? 0): \(mistake)")
        case .started(let observation): logger.log(level: .debug, "started: \(observation)")
        case .ended(let observation, let reason): logger.log(level: .debug, "ended, \(reason): \(observation)")
        case .untold(let count): logger.log(level: .warning, "\(count) events weren't logged")
        }
    }
}

private struct MeteringWatcher: Watcher {
    func didSee(_ event: WatchEvent) {
        switch event {
        case .stuck: Counter(label: "observers_stuck").increment(by: 1)
        case .slow: Counter(label: "observers_slow").increment(by: 1)
        case .missed(_, let count): Counter(label: "observers_missed").increment(by: count)
        case .refused(_, let count): Counter(label: "observers_refused").increment(by: count)
        case .mistake: Counter(label: "observers_mistakes").increment(by: 1)
        case .untold(let count): Counter(label: "observers_untold").increment(by: count)
        default: break
        }
    }
}

private func recordGauges() {
    let report = Watch.report()
    Gauge(label: "observers_observations").record(report.observationCount)
    Gauge(label: "observers_slow_now").record(report.slowHandlers.count)
    Gauge(label: "observers_longest_seconds").record(report.slowHandlers.first?.seconds ?? 0)
    Gauge(label: "observers_largest_backlog").record(report.backlogs.first?.waiting ?? 0)
}

private func startRecording() -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource()
    timer.setEventHandler { recordGauges() }
    timer.schedule(deadline: .now(), repeating: .seconds(10))
    timer.activate()
    return timer
}

private struct WatchServer: Sendable {
    private let listener: Int32
    let port: UInt16

    /// Listens on this machine only. Port 0 is any that is free.
    init?(port: UInt16) {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var isReused: Int32 = 1  // so that a restart finds the port free
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isListening = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 8) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        self.port = UInt16(bigEndian: address.sin_port)
        if !isListening {
            close(listener)
            return nil
        }
    }

    func start() {
        Thread.detachNewThread {
            while true {
                let connection = accept(listener, nil, nil)
                if connection < 0 {
                    Thread.sleep(forTimeInterval: 0.1)
                    continue
                }
                answer(connection)
                close(connection)
            }
        }
    }

    private func answer(_ connection: Int32) {
        var patience = timeval(tv_sec: 1, tv_usec: 0)
        setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var request = [UInt8](repeating: 0, count: 4096)
        let count = recv(connection, &request, request.count, 0)
        if count <= 0 { return }  // nothing was asked in time
        let words = String(decoding: request[..<count], as: UTF8.self).split(separator: " ", maxSplits: 2)
        let (status, type, body) = content(of: words.count > 1 && words[0] == "GET" ? String(words[1]) : "")
        let head = "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\n"
        var rest = ArraySlice(Array("\(head)Connection: close\r\n\r\n".utf8) + body)
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if sent <= 0 { return }
            rest = rest.dropFirst(sent)
        }
    }

    private func content(of path: String) -> (status: String, type: String, body: [UInt8]) {
        switch path {
        case "/metrics": return ("200 OK", "text/plain; version=0.0.4", Array(Watch.openMetrics().utf8))
        case "/inspect":
            let json = (try? JSONEncoder().encode(Watch.observables())) ?? Data()
            return ("200 OK", "application/json", Array(json))
        default: return ("404 Not Found", "text/plain", Array("/metrics or /inspect\n".utf8))
        }
    }
}

private func printReportOnSignal() -> any DispatchSourceSignal {
    signal(SIGUSR1, SIG_IGN)  // or the system would end the program
    let source = DispatchSource.makeSignalSource(signal: SIGUSR1, queue: DispatchQueue(label: "report"))
    source.setEventHandler { print(Watch.report()) }
    source.activate()
    return source
}

/// Sends a request to a server on this machine, and returns its answer. If the server hangs up
/// without an answer, because this thread was stalled for too long, it sends the request again.
private func get(_ path: String, from port: UInt16) -> String {
    while true {
        let answer = getOnce(path, from: port)
        if !answer.isEmpty { return answer }
    }
}

private func getOnce(_ path: String, from port: UInt16) -> String {
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(connection) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isConnected = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
    }
    precondition(isConnected)
    let request = Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
    _ = send(connection, request, request.count, 0)
    var answer: [UInt8] = [], buffer = [UInt8](repeating: 0, count: 4096)
    while true {
        let count = recv(connection, &buffer, buffer.count, 0)
        if count <= 0 { return String(decoding: answer, as: UTF8.self) }
        answer += buffer[..<count]
    }
}
