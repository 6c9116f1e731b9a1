import Relay
import SwiftObserver
import Testing

@Suite struct MisuseTests {

    private func text(_ result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }

    @Test func `a stream without a name can't be published to`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Relay().publish(Messenger<Int>(), to: "")
        }
        #expect(text(result).contains("a stream's name is empty. Pass a name, as in `\"sky\"`."))
    }

    @Test func `a stream without a name can't be subscribed to`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let _: RemoteMessages<Int> = Relay().subscribe("")
        }
        #expect(text(result).contains("a stream's name is empty. Pass a name, as in `\"sky\"`."))
    }

    @Test func `a stream can't keep nothing`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Relay().publish(Messenger<Int>(), to: "sky", keeping: 0)
        }
        #expect(text(result).contains("messages. Pass at least 1, or keep all: `keeping: .all`."))
    }

    @Test(arguments: [0, -1, 101 * 366 * 86_400])
    func `a stream can't keep messages for no time, or forever`(_ seconds: Int) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [seconds] in
            Relay().publish(Messenger<Int>(), to: "sky", keeping: .for(.seconds(seconds)))
        }
        #expect(text(result).contains("Pass a millisecond to a century, as in `keeping: .for(.seconds(3600))`"))
    }

    @Test func `there must be some room`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let _: RemoteMessages<Int> = Relay().subscribe("sky", room: 0)
        }
        #expect(text(result).contains("messages. Pass at least 1: `room: 1`."))
    }

    @Test func `a format can't have spaces`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Relay().publish(Messenger<[UInt8]>(), to: "sky", as: BytesCoding(format: "my bytes"))
        }
        #expect(text(result).contains("contains a space or a line break. Remove it, as in `\"rgb/1\"`."))
    }

    @Test func `a buffer can't be of nothing`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Relay().publish(Messenger<Int>(), to: "sky", buffering: .newest(0))
        }
        #expect(text(result).contains("at least"))
    }

    @Test func `there must be some patience`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var server = RelayServer()
            server.patience = .zero
            _ = Relay(to: server)
        }
        #expect(text(result).contains("must be greater than zero"))
    }

    @Test func `pauses must not be nothing`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var server = RelayServer()
            server.pauses = .zero...Duration.seconds(1)
            _ = Relay(to: server)
        }
        #expect(text(result).contains("must be greater than zero"))
    }

    @Test func `sentinels and nodes can't be none, and a master has a name`() async {
        let noSentinel = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Relay(to: RelayServer(sentinels: [], master: "mymaster"))
        }
        #expect(text(noSentinel).contains("Pass at least one: `sentinels: ["))
        let noName = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Relay(to: RelayServer(sentinels: [.init(host: "a", port: 1)], master: ""))
        }
        #expect(text(noName).contains("Pass the name that `sentinel monitor` uses: `master: \"mymaster\"`."))
        let noNode = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Relay(to: RelayServer(cluster: []))
        }
        #expect(text(noNode).contains("Pass at least one: `cluster: ["))
    }

    @Test func `a group needs a name without spaces`() async {
        for name in ["", "the packers"] {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                [name = name as String] in
                _ = Relay().consume("sky", inGroup: name) { (_: Int) in }
            }
            #expect(text(result).contains("contains a space or a line break. Pass a name like `\"packers\"`."))
        }
    }

    @Test func `a consumer must handle something`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Relay().consume("sky", inGroup: "g", atOnce: 0) { (_: Int) in }
        }
        #expect(text(result).contains("messages at once. Pass at least 1: `atOnce: 1`."))
    }

    @Test func `a message needs an attempt`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Relay().consume("sky", inGroup: "g", attempts: 0) { (_: Int) in }
        }
        #expect(text(result).contains("attempts for a message, but needs at least 1: `attempts: 1`."))
    }

    @Test func `a lease can't be of no time, and a pause can't be negative`() async {
        for (lease, pause) in [(0, 1), (30, -1)] {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                [lease = lease as Int, pause = pause as Int] in
                _ = Relay().consume(
                    "sky", inGroup: "g", lease: .seconds(lease), retryAfter: .seconds(pause)
                ) { (_: Int) in }
            }
            #expect(text(result).contains("Omit them, or pass seconds."))
        }
    }

    @Test func `dead letters can't be in the stream itself`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Relay().consume("sky", inGroup: "g", deadLetters: "sky") { (_: Int) in }
        }
        #expect(text(result).contains("`deadLetters: \"{sky}:dead\"`"))
    }
}
