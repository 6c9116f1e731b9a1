import SwiftObserver
import Testing

@testable import Relay

@Suite struct PublicationListTests {

    private let relay = Relay()
    private let sky = Messenger<Int>()

    @Test func `in a thousand additions, each publication is looked at about twice`() {
        var list = PublicationList(), looks = 0
        for number in 0..<1000 {
            let due = list.dueForRemoval
            looks += due.count
            if !due.isEmpty { _ = list.remove([]) }
            list.append(relay.publish(sky, to: "\(number)"))
        }
        #expect(looks > 500 && looks <= 2000)
    }

    @Test func `those that are removed are returned, with the streams that nobody writes to any more`() {
        var list = PublicationList()
        let all = ["sky", "sea", "sky", "sea"].map { relay.publish(sky, to: $0) }
        for publication in all { list.append(publication) }
        let (removed, writers) = list.remove(Array(all[1...]))
        #expect(removed.map { ObjectIdentifier($0) } == all[1...].map { ObjectIdentifier($0) })
        #expect(writers.map(\.stream) == ["sea", "sea"])
        #expect(list.all.count == 1 && list.all.first === all[0])
    }
}
