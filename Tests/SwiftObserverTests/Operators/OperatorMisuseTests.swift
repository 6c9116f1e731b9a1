import Foundation
import SwiftObserver
import Testing

@Suite struct OperatorMisuseTests {

    @Test func `a count that leaves nothing, or drops less than nothing, stops the program with a clear text`() async {
        let stops = [
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Messenger<Int>().prefix(0)
            },
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = FreeObserver().observe(Messenger<Int>()).prefix(0)
            },
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Messenger<Int>().replay(0)
            },
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Messenger<Int>().dropFirst(-1)
            },
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = FreeObserver().observe(Messenger<Int>()).dropFirst(-1)
            },
        ]
        let texts = stops.map { String(decoding: $0?.standardErrorContent ?? [], as: UTF8.self) }
        for text in texts[...2] { #expect(text.contains("a number below 1, which leaves no message")) }
        for text in texts[3...] { #expect(text.contains("`dropFirst` was called with a number below 0")) }
    }
}
