import Relay
import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Testing

@Suite struct PublishAndSubscribeTests {

    @Test func `messages get from one relay to another one, in order`() async throws {
        let server = try RedisServer(), address = RelayServer(port: server.port)
        let publishing = Relay(to: address), reading = Relay(to: address)
        let remote: RemoteMessages<Int> = reading.subscribe("numbers")
        _ = try await remote.begun.value
        let numbers = Messenger<Int>(), received = remote.recorded()
        publishing.publish(numbers, to: "numbers")
        for number in 1...1000 { numbers.send(number) }
        for number in 1...1000 { #expect(await received.next(within: .hangLimit) == number) }
        let left = await publishing.close(within: .hangLimit)
        #expect(left.isEmpty)
        await reading.close(within: .hangLimit)
        #expect(remote.isClosed)
    }
}
