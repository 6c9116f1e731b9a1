import Dispatch
import Testing

@testable import SwiftObserver

@Suite struct SharedLaneTests {

    private actor Kennel {}

    private final class Place: DeliveryPlace {
        func enqueue(_ block: @escaping @Sendable () -> Void) { block() }
    }

    private let kennel = Kennel()

    @Test func `all who hop to an actor share one lane`() {
        var first: PlaceLane? = .of(ActorPlace(kennel))
        let second = PlaceLane.of(ActorPlace(kennel)), stranger = PlaceLane.of(ActorPlace(Kennel()))
        #expect(first === second)
        #expect(stranger !== second)
        first = nil
        #expect(PlaceLane.of(ActorPlace(kennel)) === second)
    }

    private actor Both: DeliveryPlace {
        nonisolated func enqueue(_ block: @escaping @Sendable () -> Void) { block() }
    }

    @Test func `an actor that is a place of a client, too, has two lanes`() {
        let both = Both(), asPlace = PlaceLane.of(both), asActor = PlaceLane.of(ActorPlace(both))
        #expect(asPlace !== asActor)
        #expect(PlaceLane.of(both) === asPlace)
        #expect(PlaceLane.of(ActorPlace(both)) === asActor)
        if case .actor = asActor.destination { return }
        Issue.record("It isn't known as an actor.")
    }

    private final class CountingPlace: DeliveryPlace {
        let blocks = Recorder<@Sendable () -> Void>()
        func enqueue(_ block: @escaping @Sendable () -> Void) { blocks.record(block) }
    }

    @Test func `a message to many observers in one place needs one block`() {
        let place = CountingPlace(), sky = Messenger<Int>(), dogs = (0..<20).map { _ in Dog() }
        let heard = Recorder<Int>()
        for dog in dogs { dog.observe(sky, on: place) { heard.record($0) } }
        sky.send(1)
        #expect(place.blocks.count == 1)
        for block in place.blocks.values { block() }
        #expect(heard.count == dogs.count)
    }

    @Test func `the lane of an actor or a place is forgotten when nobody hops to it any more`() {
        let place = Place()
        for place in [ActorPlace(kennel), place] as [any DeliveryPlace] {
            var use: PlaceLane? = .of(place)
            let state = use!.state
            use = nil
            #expect(PlaceLane.of(place).state.identity != state.identity)
        }
    }

    @Test func `the lane of an actor doesn't keep it alive`() {
        var kennel: Kennel? = Kennel()
        weak var weakKennel: Kennel?
        weakKennel = kennel
        let lane = PlaceLane.of(ActorPlace(kennel!))
        kennel = nil
        #expect(weakKennel == nil)
        withExtendedLifetime(lane) {}
    }

    @Test func `the lane of a queue dies with the queue, also if its block was enqueued`() async {
        let dog = Dog(), messenger = Messenger<Int>(), handled = Gate()
        weak var lane: SharedLane?
        do {
            let queue = DispatchQueue(label: "queue")
            lane = .of(queue)
            dog.observe(messenger, on: queue) { _ in handled.open() }
            messenger.send(1)
            #expect(handled.pass())
            dog.stopObserving(messenger)
        }
        // Dispatch releases a queue's specific values some time after the queue is gone.
        await eventually { lane == nil }
    }
}
