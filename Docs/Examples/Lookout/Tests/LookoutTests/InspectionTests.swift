import Foundation
import Testing

@testable import Lookout

/// The content of `/inspect`.
@Suite(.serialized) struct InspectionTests {

    private let folder = Folder()
    private let program: Running

    init() {
        folder.append("first\n", to: "a.log")
        program = Running(["--database", folder("db"), "--patience", "100000", folder("a.log")])
    }

    private func inspect(_ query: String = "") -> [String: Any] {
        let body = Client.body(of: "/inspect\(query)", program.port)
        return (try? JSONSerialization.jsonObject(with: Data(body.utf8))) as? [String: Any] ?? [:]
    }

    private func broadcast(_ query: String = "") -> [String: Any] {
        let observables = inspect(query)["observables"] as? [[String: Any]] ?? []
        return observables.first { $0["observable"] as? String == "broadcast" } ?? [:]
    }

    private func subscribe(_ count: Int) -> [Client] {
        let clients = (0..<count).map { _ in Client(program.port, buffer: 2_048) }
        for client in clients { client.subscribe() }
        #expect(eventually { inspect()["subscribers"] as? Int == count })
        return clients
    }

    @Test func allObservationsOfALineAreNamedOnDemand() {
        let clients = subscribe(Inspection.top + 2)
        func counts(_ query: String = "") -> [Int] {
            let broadcast = broadcast(query), others = broadcast["others"] as? [[String: Any]] ?? []
            return [(broadcast["observations"] as? [Any])?.count ?? 0] + others.map { $0["count"] as? Int ?? 0 }
        }
        #expect(eventually { counts() == [Inspection.top, 2] })
        let others = broadcast()["others"] as? [[String: Any]]
        #expect(counts("?all=\(others?[0]["began"] as? String ?? "")") == [Inspection.top + 2])
        #expect(counts("?all=Elsewhere.swift:1") == [Inspection.top, 2])
        #expect(program.end().status == 0)
        withExtendedLifetime(clients) {}
    }

    @Test func aSlowSubscriberHasAHistory() {
        let clients = subscribe(1)
        folder.append((0..<1_000).map { "\($0) \(String(repeating: "x", count: 400))\n" }.joined(), to: "a.log")
        func history() -> [Int] { (broadcast()["history"] as? [String: [Int]])?.values.first ?? [] }
        #expect(eventually { history().suffix(2) == [Subscriber.limit, Subscriber.limit] })
        #expect(eventually { ((inspect()["secondsBehind"] as? [String: Double])?["subscriber 1"] ?? 0) > 1 })
        // Otherwise, the program would wait for it at its end.
        #expect(Client.status(Client.get("/stop?subscriber=1", program.port, method: "POST")) == 200)
        #expect(program.end().status == 0)
        withExtendedLifetime(clients) {}
    }

    @Test func onlyTheLatestEndingsAreRemembered() {
        let clients = subscribe(Subscribers.endingsLimit + 1)
        for number in 1...clients.count {
            #expect(Client.status(Client.get("/stop?subscriber=\(number)", program.port, method: "POST")) == 200)
        }
        let endings = inspect()["endings"] as? [[String: Any]] ?? []
        #expect(endings.map { $0["subscriber"] as? Int } == Array(2...clients.count))
        #expect(endings.allSatisfy { $0["reason"] as? String == "stopped" })
        #expect(program.end().status == 0)
    }
}
