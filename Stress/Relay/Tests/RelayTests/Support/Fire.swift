import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Synchronization
import Testing

@testable import Relay

/// Messages that are sent without a pause while servers die, and that a reader receives.
final class Fire: Sendable {

    private let sky = Messenger<Int>()
    private let publishing: Relay
    private let reading: Relay
    private let publication: Publication
    private let remote: RemoteMessages<Int>
    private let received: Recording<Int>
    private let gaps: Recording<RelayProblem>

    init(publishing: Relay, reading: Relay, _ stream: String) {
        self.publishing = publishing
        self.reading = reading
        gaps = reading.problems.recorded()
        remote = reading.subscribe(stream, from: .start)
        received = remote.recorded()
        publication = publishing.publish(sky, to: stream, keeping: .all)
    }

    private let isOver = Atomic(false)

    /// The number of messages that have arrived.
    var arrivedCount: Int { received.messages.count }

    /// Sends during an event. Returns the number of sent messages.
    func rage(during event: () async throws -> Void) async throws -> Int {
        let sending = Task {
            var count = 0
            while !isOver.load(ordering: .relaxed) {
                await publication.room(below: 1000)
                for _ in 0..<50 {
                    count += 1
                    sky.send(count)
                }
                await Task.yield()
            }
            return count
        }
        defer { isOver.store(true, ordering: .relaxed) }
        try await untilMoreArrive()
        try await event()
        try await untilMoreArrive()
        isOver.store(true, ordering: .relaxed)
        return await sending.value
    }

    private func untilMoreArrive() async throws {
        let count = arrivedCount + 300
        await until("messages arrive") { arrivedCount >= count }
    }

    /// Closes the publisher, and expects each message in order and once, or in a gap.
    func expect(_ count: Int, gap: UInt64? = nil) async {
        #expect(await publishing.close(within: .hangLimit).isEmpty)
        await until("all are accounted for") { received.messages.count + Int(gaps.gapCount) >= count }
        if let gap { #expect(gaps.gapCount == gap) }
        let messages = received.messages
        #expect(messages.count + Int(gaps.gapCount) == count)
        #expect(messages == Array(Set(messages)).sorted())
        received.ignoreRest()
        gaps.ignoreRest()
    }
}
