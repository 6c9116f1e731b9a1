import Relay
import Testing

@testable import Relay

@Suite struct TrimOptionTests {

    /// The words at the beginning, and after ids with each of these times.
    ///
    /// `nil` means unchanged words.
    private func words(_ retention: RelayRetention, after times: UInt64?...) -> [[String]?] {
        var option = TrimOption(retention)
        return [option.words]
            + times.map { time in
                let hasChanged = option.update(to: time.map { RelayID(milliseconds: $0, number: 7) })
                return hasChanged ? option.words : nil
            }
    }

    @Test func `a number of messages needs no ids`() {
        #expect(words(.latest(100), after: nil, 5000) == [["MAXLEN", "~", "100"], nil, nil])
        #expect(words(.all, after: nil, 5000) == [[], nil, nil])
        #expect(
            [RelayRetention.latest(1), .all, .for(.seconds(1))].map { TrimOption($0).comparesIDs } == [
                false, false, true,
            ])
    }

    @Test func `an integer literal is a number of messages`() {
        let retention: RelayRetention = 5
        #expect(retention == .latest(5))
    }

    @Test func `no message is dropped by its age before an id is known`() {
        #expect(words(.for(.seconds(1)), after: nil, 1000, 1001) == [[], nil, nil, ["MINID", "~", "1"]])
    }

    @Test func `the age is measured from the latest id, in steps of a hundredth`() {
        #expect(
            words(.for(.seconds(1)), after: 5000, 5000, 5009, 5010)
                == [[], ["MINID", "~", "4000"], nil, nil, ["MINID", "~", "4010"]])
    }

    @Test func `the shortest time has steps of a millisecond`() {
        #expect(
            words(.for(.milliseconds(1)), after: 5000, 5001) == [[], ["MINID", "~", "4999"], ["MINID", "~", "5000"]])
    }

    @Test func `when ids go back, fewer messages are dropped at once`() {
        #expect(
            words(.for(.seconds(1)), after: 5000, 4999, nil)
                == [[], ["MINID", "~", "4000"], ["MINID", "~", "3999"], []])
    }

    @Test func `a century fits`() {
        let century = RelayRetention.for(.seconds(100 * 366 * 86_400))
        #expect(words(century, after: 5000, .max) == [[], nil, ["MINID", "~", "\(UInt64.max - 3_162_240_000_000)"]])
    }
}
