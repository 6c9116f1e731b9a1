import Dispatch
import Foundation
import Relay
import SwiftObserver

// The complete program that the guide shows.

struct Order: Codable, Sendable { let number: Int }

guard CommandLine.arguments.count == 3, let port = Int(CommandLine.arguments[1]) else {
    fatalError("Pass the port of the server, and the path of the file with the id.")
}
let file = URL(fileURLWithPath: CommandLine.arguments[2])

let mayBegin = DispatchSemaphore(value: 0), mayEnd = DispatchSemaphore(value: 0)
let termination = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
termination.setRegistrationHandler { @Sendable in mayBegin.signal() }
termination.setEventHandler { @Sendable in mayEnd.signal() }
termination.activate()
mayBegin.wait()

var start = RelayStart.start
if FileManager.default.fileExists(atPath: file.path) {
    let text = try String(contentsOf: file, encoding: .utf8)
    guard let id = RelayID(text) else { fatalError("'\(text)' isn't an ID.") }
    start = .after(id)
}

let relay = Relay(to: RelayServer(port: port))
observe(relay.problems) { problem in print("\(problem)") }
let orders: RemoteMessages<Order> = relay.subscribe("orders", from: start)
let entries = orders.entries()
observe(entries).on(DispatchQueue(label: "archive")).receive { entry in
    print("order \(entry.message.number)")  // what your program does with an order
    do { try Data("\(entry.id)".utf8).write(to: file, options: .atomic) } catch { fatalError("\(error)") }
}

mayEnd.wait()
relay.close(within: .seconds(2))
let left = orders.close(within: .seconds(8))
if !left.isEmpty { print("The next run gets these orders:\n\(left)") }
