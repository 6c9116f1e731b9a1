import Testing

@testable import SwiftObserver

@Suite struct ActorAddressTests {

    private actor Kennel {}

    private let kennel = Kennel()

    @Test func `all who hop to an actor share one lane`() {
        var first: ActorAddress? = ActorAddress(kennel)
        let second = ActorAddress(kennel), stranger = ActorAddress(Kennel())
        #expect(first?.lane.identity == second.lane.identity)
        #expect(stranger.lane.identity != second.lane.identity)
        first = nil
        #expect(ActorAddress(kennel).lane.identity == second.lane.identity)
    }

    @Test func `the lane of an actor is forgotten when nobody hops to it any more`() {
        var address: ActorAddress? = ActorAddress(kennel)
        let lane = address!.lane
        address = nil
        #expect(ActorAddress(kennel).lane.identity != lane.identity)
    }
}
