import Testing

@testable import SwiftObserver

@Suite struct ActorLaneTests {

    private actor Kennel {}

    private let kennel = Kennel()

    @Test func `all who hop to an actor share one lane`() {
        var first: ActorLane? = ActorLane(of: kennel)
        let second = ActorLane(of: kennel), stranger = ActorLane(of: Kennel())
        #expect(first?.state.identity == second.state.identity)
        #expect(stranger.state.identity != second.state.identity)
        first = nil
        #expect(ActorLane(of: kennel).state.identity == second.state.identity)
    }

    @Test func `the lane of an actor is forgotten when nobody hops to it any more`() {
        var use: ActorLane? = ActorLane(of: kennel)
        let state = use!.state
        use = nil
        #expect(ActorLane(of: kennel).state.identity != state.identity)
    }
}
