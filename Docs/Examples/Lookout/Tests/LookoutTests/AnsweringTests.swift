import Foundation
import SwiftObserver
import Testing

@testable import Lookout

/// The server with pages only, in this process.
@Suite struct AnsweringTests {

    @Test func eachRequestIsAnsweredAtTheSameDepth() async throws {
        let web = Web(Subscribers(to: Messenger(), patience: .seconds(1)))
        guard let address = Address("127.0.0.1:0") else { preconditionFailure("It's an address.") }
        let url = try web.start(address) { _ in
            withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { Answer("\(UInt(bitPattern: $0.baseAddress))") }
        }
        let port = url.split(separator: ":").last.flatMap { UInt16($0) } ?? 0
        let places = (0..<5).map { _ in Client.body(of: "/", port) }
        #expect(!places[0].isEmpty && Set(places).count == 1, "\(places)")
        await web.stop()
    }
}
