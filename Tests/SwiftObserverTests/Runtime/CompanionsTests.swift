import Testing

@testable import SwiftObserver

@Suite struct CompanionsTests {

    @Test func `one end ends all at once, even those that are not cleaned up yet`() {
        let companions = Companions(), office = PostOffice()
        let other = Observation<Int>(
            of: office, by: nil, isObserverMortal: false, companions: companions, handler: .message { _ in })
        #expect(!other.isEnded)
        companions.end()
        #expect(other.isEnded)
    }

    @Test func `ending one member ends all, and nobody may join after that`() {
        let companions = Companions(), office = PostOffice()
        let members = (0..<3).map { _ in
            Observation<Int>(
                of: office, by: nil, isObserverMortal: false, companions: companions, handler: .message { _ in })
        }
        for member in members { #expect(companions.add(member)) }
        #expect(members[1].end())
        #expect(members.allSatisfy { $0.isEnded })
        #expect(!companions.add(members[0]))
    }

    @Test func `whichever ends, all are removed on both sides and released`() {
        for index in 0..<4 {
            let companions = Companions(), offices = (0..<3).map { _ in PostOffice() }, receiver = Receiver()
            var members = offices.map { office in
                Observation<Int>(
                    of: office, by: nil, isObserverMortal: false, receiver: receiver.observations,
                    companions: companions,
                    handler: .message { _ in })
            }
            for (member, office) in zip(members, offices) {
                #expect(companions.add(member) && receiver.add(member, by: receiver))
                office.start(member, ofMessenger: receiver)
            }
            let boxes = members.map { WeakBox($0) }
            if members.indices.contains(index) { members[index].end() } else { companions.end() }
            #expect(offices.map(\.observationCount) == [0, 0, 0])
            #expect(receiver.observations.withLock { $0.observations.count } == 0)
            members = []
            #expect(boxes.allSatisfy { !$0.isAlive })
        }
    }

    @Test func `ending again, from any side, is fine`() {
        let companions = Companions(), office = PostOffice()
        let member = Observation<Int>(
            of: office, by: nil, isObserverMortal: false, companions: companions, handler: .message { _ in })
        #expect(companions.add(member))
        companions.end()
        companions.end()
        #expect(!member.end())
        companions.end()
        #expect(companions.areEnded)
    }
}
