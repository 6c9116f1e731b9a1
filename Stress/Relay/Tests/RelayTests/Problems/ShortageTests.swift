import Foundation
import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Testing

@testable import Relay

/// Each test runs in its own process, since limits apply to the whole process.
@Suite struct ShortageTests {

    @Test func `without a free file descriptor, a relay waits for one, and loses nothing`() async {
        SharedServer.passOn()
        await #expect(processExitsWith: .success) {
            let relay = shortageRelay(), stream = SharedServer.stream(), sky = Messenger<Int>()
            let losses = Written<RelayProblem.Use>(), reconnections = Written<RelayProblem.Use>()
            let received = Written<Int>(), dog = FreeObserver(), limit = Limit(RLIMIT_NOFILE)
            dog.observe(relay.problems) { problem in
                switch problem {
                case .disconnected(let use, let reason):
                    precondition(reason.contains("raise the limit of open files"), reason)
                    losses.append(use)
                    if losses.values.count == 2 { limit.restore() }
                case .reconnected(let use): reconnections.append(use)
                default: preconditionFailure("\(problem)")
                }
            }
            limit.set(to: lowestFreeDescriptor())
            relay.publish(sky, to: stream)
            for number in 1...100 { sky.send(number) }
            let remote: RemoteMessages<Int> = relay.subscribe(stream, from: .start)
            dog.observe(remote) { received.append($0) }
            await isSoInTheEnd { received.values.count == 100 && reconnections.values.count == 2 }
            precondition(received.values == Array(1...100))
            withExtendedLifetime(remote) {}
        }
    }

    @Test func `a relay takes descriptors only while it's connected, and two for each connection`() async {
        SharedServer.passOn()
        await #expect(processExitsWith: .success) {
            let stream = SharedServer.stream(), sky = Messenger<Int>(), dog = FreeObserver()
            do {
                let first = shortageRelay(), remote: RemoteMessages<Int> = first.subscribe(stream)
                dog.observe(remote) { _ in }
                _ = try? await remote.begun.value
            }
            await isSoInTheEnd { ThreadNames.ofRelays.isEmpty }
            let before = openFileCount()
            let relays = (0..<100).map { _ in shortageRelay() }
            for relay in relays { relay.publish(sky, to: stream) }
            precondition(openFileCount() == before)
            let messenger = Messenger<Int>(), relay = shortageRelay(),
                publication = relay.publish(messenger, to: stream)
            messenger.send(1)
            await isSoInTheEnd { publication.isDone }
            precondition(openFileCount() <= before + 2)
            withExtendedLifetime(relays) {}
        }
    }

    @Test func `without a free thread, a relay waits for one, and loses nothing`() async {
        SharedServer.passOn()
        await #expect(processExitsWith: .success) {
            // The superuser has no limit.
            if getuid() == 0 { precondition(setuid(65534) == 0) }
            let relay = shortageRelay(), stream = SharedServer.stream(), sky = Messenger<Int>()
            let losses = Written<RelayProblem.Use>(), reconnections = Written<RelayProblem.Use>()
            let received = Written<Int>(), dog = FreeObserver(), limit = Limit(__RLIMIT_NPROC)
            dog.observe(relay.problems) { problem in
                switch problem {
                case .disconnected(let use, let reason):
                    precondition(reason.contains("raise the limit of threads"), reason)
                    losses.append(use)
                    limit.restore()
                case .reconnected(let use): reconnections.append(use)
                default: preconditionFailure("\(problem)")
                }
            }
            limit.set(to: 0)
            relay.publish(sky, to: stream)
            for number in 1...100 { sky.send(number) }
            limit.set(to: 0)
            let remote: RemoteMessages<Int> = relay.subscribe(stream, from: .start)
            dog.observe(remote) { received.append($0) }
            await isSoInTheEnd { received.values.count == 100 && reconnections.values.count == 2 }
            precondition(received.values == Array(1...100))
            precondition(losses.values == [.publishing, .subscription(stream: stream)])
            withExtendedLifetime(remote) {}
        }
    }

    @Test func `a relay can be closed while it waits for a thread`() async {
        await #expect(processExitsWith: .success) {
            if getuid() == 0 { precondition(setuid(65534) == 0) }
            let relay = Relay(to: RelayServer(port: 1)), sky = Messenger<Tracked>(), lifetimes = LifetimeTracker()

            // A sleeping Dispatch thread can be woken in spite of the limit.
            await withCheckedContinuation { done in DispatchQueue.global().async { done.resume() } }
            Limit(__RLIMIT_NPROC).set(to: 0)
            relay.publish(sky, to: "sky", as: TrackedCoding(lifetimes: lifetimes))
            sky.send(lifetimes.track(Tracked(1)))
            precondition(!lifetimes.alive.isEmpty)
            precondition(relay.closeAtOnce().counts == ["sky": 1])
            await isSoInTheEnd { lifetimes.alive.isEmpty }
        }
    }
}

extension Relay {
    fileprivate func closeAtOnce() -> RelayRemainder { close(within: .zero) }
}

private func shortageRelay() -> Relay {
    var server = RelayServer(port: SharedServer.portOfParent)
    server.pauses = .milliseconds(1)...Duration.milliseconds(5)
    return Relay(to: server)
}

/// The descriptor that the next file would get.
private func lowestFreeDescriptor() -> Int {
    let copy = dup(STDERR_FILENO)
    close(copy)
    return Int(copy)
}

/// A limit of this process.
private struct Limit: Sendable {

    private let resource: Int32
    private let usual: rlimit

    init(_ resource: __rlimit_resource) {
        self.resource = Int32(resource.rawValue)
        var usual = rlimit()
        precondition(getrlimit(self.resource, &usual) == 0)
        self.usual = usual
    }

    func set(to number: Int) {
        var limit = usual
        limit.rlim_cur = rlim_t(number)
        precondition(setrlimit(resource, &limit) == 0)
    }

    func restore() {
        var limit = usual
        precondition(setrlimit(resource, &limit) == 0)
    }
}
