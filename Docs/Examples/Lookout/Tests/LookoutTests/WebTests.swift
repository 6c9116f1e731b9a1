import Foundation
import Testing

@testable import Lookout

/// Clients of all kinds, against a real program.
@Suite(.serialized) struct WebTests {

    private let folder = Folder()
    private let program: Running
    private let port: UInt16

    init() {
        Client.allowMany()
        folder.append("first\n", to: "a.log")
        // A slow test must not get its clients cut off.
        program = Running(["--database", folder("db"), "--patience", "100000", folder("a.log")])
        port = program.port
    }

    private func grow(by lines: Int) {
        let long = String(repeating: "x", count: 400)
        folder.append((0..<lines).map { "line \($0) \(long)\n" }.joined(), to: "a.log")
    }

    /// Subscribes each client right after it has connected, since idle connections are closed.
    private func subscribe(_ count: Int) -> [Client] {
        (0..<count).map { _ in
            let client = Client(port)
            client.subscribe()
            return client
        }
    }

    private func inspect(_ key: String, at port: UInt16? = nil) -> Int {
        inspected(at: port ?? self.port)[key] as? Int ?? -1
    }

    private func inspected(at port: UInt16) -> [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(Client.body(of: "/inspect", port).utf8))) as? [String: Any] ?? [:]
    }

    /// `true` if the client has read the text. A failure would otherwise print the long text.
    private func hasRead(_ text: String, _ client: Client) -> Bool {
        client.read(until: text).text.contains(text)
    }

    private func isEnded(_ client: Client) -> Bool { client.read().isEnded }

    private func expectGoodEnd(of other: Running? = nil) {
        let end = (other ?? program).end()
        #expect(end.status == 0, "\(end.errors)")
        #expect(end.output.contains("no handler of rows or events is running."), "\(end.output)")
        if !end.errors.isEmpty { print(end.errors.prefix(300)) }
    }

    @Test func aThousandSubscribersComeAndGo() {
        var most = 0
        for wave in 0..<scaled(3) {
            #expect(eventually { inspect("subscribers") == 0 })
            let clients = subscribe(1_000)
            #expect(eventually { inspect("subscribers") == 1_000 })
            grow(by: 20)
            for client in clients { #expect(hasRead("line 19 ", client)) }
            most = max(most, program.megabytes)
            // In odd waves, clients just disconnect. In even waves, they first announce that they
            // send no more.
            if wave % 2 == 0 { for client in clients { client.endSending() } }
        }
        #expect(eventually { inspect("subscribers") == 0 })
        print("1000 subscribers at a time took \(most) MB")
        #expect(most < 400)
        expectGoodEnd()
    }

    @Test func slowSubscribersAreCutOffAndOthersNotDisturbed() {
        expectGoodEnd()
        let program = Running(["--database", folder("db"), "--patience", "10", folder("a.log")]), port = program.port
        let slow = (0..<100).map { _ in Client(port, buffer: 2_048) }, fast = (0..<20).map { _ in Client(port) }
        for client in slow + fast { client.subscribe() }
        #expect(eventually { inspect("subscribers", at: port) == 120 })
        var texts = fast.map { _ in "" }
        for batch in 0..<100 {
            folder.append(
                (0..<10).map { "number \(batch * 10 + $0)!\(String(repeating: "x", count: 500))\n" }.joined(),
                to: "a.log")
            for (index, client) in fast.enumerated() {
                texts[index] += client.read(until: "number \(batch * 10 + 9)!").text
            }
        }
        #expect(eventually { inspect("cutOff", at: port) == 100 })
        #expect(eventually { inspect("subscribers", at: port) == 20 })
        for client in slow { #expect(isEnded(client)) }
        let endings = inspected(at: port)["endings"] as? [[String: Any]] ?? []
        #expect(endings.count == Subscribers.endingsLimit)
        #expect(
            endings.allSatisfy { $0["reason"] as? String == "cutOff" && ($0["missed"] as? Int ?? 0) > 0 }, "\(endings)")
        for text in texts {
            #expect(!text.contains("event: missed"))
            let numbers = text.components(separatedBy: "\"text\":\"number ").dropFirst().map {
                Int($0.prefix { $0 != "!" })
            }
            #expect(numbers == Array(0..<1_000))
        }
        #expect(program.megabytes < 300)
        expectGoodEnd(of: program)
    }

    @Test func whoMissesLinesIsToldHowMany() {
        let client = Client(port, buffer: 2_048)
        client.subscribe()
        #expect(eventually { inspect("subscribers") == 1 })
        grow(by: 1_000)
        #expect(eventually { Client.body(of: "/inspect", port).contains(/"missed":[1-9]/) })
        let text = client.read(until: "line 999 ").text
        let missed = text.components(separatedBy: "event: missed\ndata: {\"count\":").dropFirst()
            .compactMap { Int($0.prefix { $0.isNumber }) }.reduce(0, +)
        let got = text.components(separatedBy: "\"text\":\"line ").count - 1
        #expect(missed > 0)
        #expect(missed + got >= 1_000)
        #expect(missed + got <= 1_010)
        expectGoodEnd()
    }

    @Test func someoneCanBeStopped() {
        let client = Client(port)
        client.subscribe()
        #expect(client.read(until: "retry").text.contains("200 OK"))
        #expect(Client.status(Client.get("/stop?subscriber=1", port)) == 405)
        #expect(
            Client.status(Client.get("/stop?subscriber=1", port, method: "POST", "Origin: http://evil.example")) == 403)
        #expect(
            Client.status(Client.get("/stop?subscriber=1", port, method: "POST", "Sec-Fetch-Site: cross-site")) == 403)
        #expect(Client.status(Client.get("/stop?subscriber=7", port, method: "POST")) == 404)
        #expect(Client.status(Client.get("/stop?subscriber=x", port, method: "POST")) == 400)
        #expect(Client.status(Client.get("/stop", port, method: "POST")) == 400)
        let origin = "Origin: http://127.0.0.1:\(port)"
        #expect(Client.status(Client.get("/stop?subscriber=1", port, method: "POST", origin)) == 200)
        #expect(Client.status(Client.get("/stop?subscriber=1", port, method: "POST", origin)) == 404)
        #expect(isEnded(client))
        #expect(inspect("stopped") == 1)
        #expect(inspect("cutOff") == 0)
        let errors = program.end().errors
        #expect(errors.components(separatedBy: "Subscriber 1 was stopped by hand.").count == 2, "\(errors)")
    }

    @Test func eachSubscriberIsToldItsNumber() {
        for number in 1...2 {
            let client = Client(port)
            client.subscribe()
            #expect(hasRead("event: subscriber\ndata: {\"number\":\(number)}\n\n", client))
        }
        expectGoodEnd()
    }

    @Test func hostileRequestsGetAnAnswerOrAreEnded() {
        #expect(Client.status(Client.get("/", port)) == 200)
        #expect(Client.status(Client.get("/", port, method: "HEAD")) == 200)
        for path in [
            "/../../etc/passwd", "/%2e%2e/etc/passwd", "//etc/passwd", "/page.html", "/inspect/", "/\u{1F4A5}",
        ] {
            #expect(Client.status(Client.get(path, port)) == 404)
        }
        for method in ["PUT", "DELETE", "POST", "OPTIONS", "TRACE", "CONNECT", "BREW"] {
            #expect(Client.status(Client.get("/inspect", port, method: method)) == 405, "\(method)")
        }
        for host in [
            "evil.example", "evil.example:\(port)", "127.0.0.1.evil.example", "localhost.evil.example",
            "127.0.0.1:80@evil.example", "[::1", "",
        ] {
            #expect([400, 403].contains(Client.status(Client.get("/inspect", port, "Host: \(host)"))), "\(host)")
        }
        for host in ["localhost", "LOCALHOST:1", "127.0.0.1", "[::1]:80"] {
            #expect(Client.status(Client.get("/inspect", port, "Host: \(host)")) == 200, "\(host)")
        }

        let garbage = Client(port)
        garbage.send((0..<20_000).map { _ in UInt8.random(in: 0...255) } + Array("\r\n\r\n".utf8))
        #expect(isEnded(garbage))
        let huge = Client(port)
        huge.send("GET / HTTP/1.1\r\nHost: localhost\r\nX: \(String(repeating: "a", count: 100_000))\r\n\r\n")
        #expect([0, 413, 414, 431].contains(Client.status(huge.read().text)))
        let pipelined = Client(port)
        pipelined.send(String(repeating: "GET /graph HTTP/1.1\r\nHost: localhost\r\n\r\n", count: 50))
        pipelined.endSending()
        #expect(pipelined.read(until: "HTTP/1.1 200 OK").text.contains("HTTP/1.1 200 OK"))
        let body = Client(port)
        body.send("POST /stop?subscriber=1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3000000\r\n\r\n")
        body.send([UInt8](repeating: 0x61, count: 3_000_000))
        #expect(Client.status(body.read(until: "\r\n\r\n").text) == 404)
        #expect(Client.status(Client.get("/report", port)) == 200)
        expectGoodEnd()
    }

    /// Clients that send or read a few bytes now and then don't keep a connection for long.
    @Test func slowRequestsAreEnded() {
        let slow = (0..<50).map { _ in Client(port) }
        for client in slow { client.send("GET / HTTP/1.1\r\nHost: loc") }
        let start = ContinuousClock.now
        #expect(
            eventually {
                for client in slow { client.send("a") }
                usleep(200_000)
                return slow.allSatisfy { $0.read(seconds: 0).isEnded }
            })
        #expect(ContinuousClock.now - start > .seconds(5))
        #expect(Client.status(Client.get("/", port)) == 200)
        expectGoodEnd()
    }

    @Test func subscribersLeaveConnectionsForThoseWhoLook() {
        let clients = subscribe(Subscribers.limit + 100)
        let statuses = clients.map { Client.status($0.read(until: "\r\n\r\n").text) }
        #expect(statuses.filter { $0 == 200 }.count == Subscribers.limit)
        #expect(statuses.filter { $0 == 503 }.count == 100)
        #expect(Client.status(Client.get("/report", port)) == 200)
        expectGoodEnd()
        withExtendedLifetime(clients) {}
    }

    @Test func pagesHaveNoMarkupOfOthersAndNoRightsTheyDoNotNeed() {
        let page = Client.get("/", port)
        for header in [
            "Content-Security-Policy: default-src 'none'", "Cache-Control: no-store", "X-Content-Type-Options: nosniff",
        ] {
            #expect(page.contains(header))
        }
        #expect(!page.contains("unsafe"))
        var files = ["/"], index = 0
        while index < files.count {
            let answer = Client.get(files[index], port)
            #expect(Client.status(answer) == 200, "\(files[index])")
            for way in [
                "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "https://", "style=",
            ] {
                #expect(!answer.contains(way), "\(files[index])")
            }
            let names = answer.matches(of: /(?:src|href)="(\/[a-z.]+)"|from "\.(\/[a-z.]+)"/).map { $0.1 ?? $0.2! }
            files += Set(names.map(String.init)).subtracting(files)
            index += 1
        }
        #expect(files.count > 9, "\(files)")
        expectGoodEnd()
    }
}
