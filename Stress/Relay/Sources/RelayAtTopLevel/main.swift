import Relay
import SwiftObserver

// Shows that top-level code can close a relay and observables as the guide says. The test is that
// it compiles.

let relay = Relay()
let orders = Messenger<Int>()
let left = await relay.close(within: .seconds(2), isolation: #isolation)
if !left.isEmpty { print("\(left)") }
await orders.drain(within: .seconds(2), isolation: #isolation)
await orders.close(within: .seconds(2), isolation: #isolation)
await close([orders], within: .seconds(2), isolation: #isolation)
