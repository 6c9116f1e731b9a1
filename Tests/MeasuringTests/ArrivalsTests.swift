import Foundation
import Measuring
import Testing

@Suite struct ArrivalsTests {

    @Test(.timeLimit(.minutes(60)), arguments: Arrivals.all(rounds: 20).map(\.name))
    func `all that threads change arrives`(_ name: String) async throws {
        let arrivals = try #require(Arrivals.all(rounds: 20).first { $0.name == name })
        let arrived = await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: arrivals.ours()) }
        }
        #expect(arrived == arrivals.expected)
    }
}
