import Testing

@testable import SwiftObserver

/// In which order what is left over is done and released.
@Suite struct LeftoverTests {

    private let events = Recorder<String>()

    @Test func `what is to be done comes before anything is released, however it was put together`() {
        var one = Leftover(Dying(events)), other = Leftover(Dying(events))
        other.add(Leftover(actedOnBy: Acting(events)))
        other.add(Leftover(Dying(events)))
        one.add(other)
        other = Leftover()
        one.add(Leftover(actedOnBy: Acting(events)))
        one.release()
        #expect(events.values == ["acts", "acts", "dies", "dies", "dies"])
    }
}

private final class Dying: Sendable {
    private let events: Recorder<String>
    init(_ events: Recorder<String>) { self.events = events }
    deinit { events.record("dies") }
}

private final class Acting: LeftoverKeeper, @unchecked Sendable {
    private let events: Recorder<String>
    init(_ events: Recorder<String>) { self.events = events }
    override func releaseLeftover() { events.record("acts") }
}
