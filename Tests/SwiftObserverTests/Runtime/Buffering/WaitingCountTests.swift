import Testing

@testable import SwiftObserver

@Suite struct WaitingCountTests {

    @Test func `the consumer is told that someone waits once fewer elements wait than they want`() {
        let count = WaitingCount()
        #expect(count.publish(5) == false)
        #expect(count.count == 5)
        count.want(below: 3)
        let told = [5, 4, 3, 2, 1, 0].map { count.publish($0) }
        #expect(told == [false, false, false, true, true, true])
        count.want(below: 0)
        #expect(count.publish(0) == false)
        #expect(count.count == 0)
    }
}
