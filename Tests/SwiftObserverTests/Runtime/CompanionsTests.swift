import Testing

@testable import SwiftObserver

@Suite struct CompanionsTests {

    @Test func `one end ends all at once, even those that are not cleaned up yet`() {
        let companions = Companions(), office = PostOffice()
        let other = Observation<Int>(of: office, by: nil, companions: companions, handler: .message { _ in })
        #expect(!other.isEnded)
        companions.end()
        #expect(other.isEnded)
    }

    @Test func `ending one member ends all, and nobody may join after that`() {
        let companions = Companions(), office = PostOffice()
        let members = (0..<3).map { _ in
            Observation<Int>(of: office, by: nil, companions: companions, handler: .message { _ in })
        }
        for member in members { #expect(companions.add(member)) }
        #expect(members[1].end())
        #expect(members.allSatisfy { $0.isEnded })
        #expect(!companions.add(members[0]))
    }
}
