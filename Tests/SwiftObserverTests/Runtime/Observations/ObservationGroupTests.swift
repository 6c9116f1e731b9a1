import Testing

@testable import SwiftObserver

@Suite struct ObservationGroupTests {

    @Test func `one end ends all at once, even those that are not cleaned up yet`() {
        let group = ObservationGroup(), office = PostOffice()
        let other = Observation<Int>(
            of: office, extras: ObservationExtras(endingWith: group), handler: .message { _ in })
        #expect(!other.isEnded)
        group.end()
        #expect(other.isEnded)
    }

    @Test func `ending one member ends all, and nobody may join after that`() {
        let group = ObservationGroup(), office = PostOffice()
        let members = (0..<3).map { _ in
            Observation<Int>(
                of: office, extras: ObservationExtras(endingWith: group), handler: .message { _ in })
        }
        for member in members { #expect(group.add(member)) }
        #expect(members[1].end())
        #expect(members.allSatisfy { $0.isEnded })
        #expect(!group.add(members[0]))
    }

    @Test func `whichever ends, all are removed on both sides and released`() {
        for index in 0..<4 {
            let group = ObservationGroup(), offices = (0..<3).map { _ in PostOffice() }, receiver = Receiver()
            var members = offices.map { office in
                Observation<Int>(
                    of: office, receiver: receiver.observations,
                    extras: ObservationExtras(endingWith: group),
                    handler: .message { _ in })
            }
            for (member, office) in zip(members, offices) {
                #expect(group.add(member) && receiver.add(member, by: receiver))
                office.start(member, ofMessenger: receiver)
            }
            let boxes = members.map { WeakBox($0) }
            if members.indices.contains(index) { members[index].end() } else { group.end() }
            #expect(offices.map(\.observationCount) == [0, 0, 0])
            #expect(receiver.observations.withLock { $0.observations.count } == 0)
            members = []
            #expect(boxes.allSatisfy { !$0.isAlive })
        }
    }

    @Test func `ending again, from any side, is fine`() {
        let group = ObservationGroup(), office = PostOffice()
        let member = Observation<Int>(
            of: office, extras: ObservationExtras(endingWith: group), handler: .message { _ in })
        #expect(group.add(member))
        group.end()
        group.end()
        #expect(!member.end())
        group.end()
        #expect(group.hasEnded)
    }
}
