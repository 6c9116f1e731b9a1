import Dispatch
import SwiftObserver

// Derived values and changes of several variables.

func treatDerivedLikeVariable(_ total: Derived<Int>, _ price: Var<Int>) {
    total <- 3  // error: A derived value can't be set. Set the variables from which it's computed.
    total.value = 3  // error: 'value' is a get-only property
    close([total], within: .seconds(1))  // error: Close the variables instead.
    drain([total], within: .seconds(1))  // error: Drain the variables instead.
}

func waitForRoomOfDerived(_ total: Derived<Int>) async {
    _ = total.backlog  // error: A derived value has no backlog.
    _ = total.waitForRoom(below: 9, within: .seconds(1))  // error: A derived value has no backlog.
    _ = await total.room(below: 9)  // error: A derived value has no backlog.
}

func deriveFromDifferentValues(_ price: Var<Int>, _ name: Var<String>) {
    _ = Derived(of: [price, name]) { $0.count }  // error: The values of sources in an array have one type.
}

func changeOnlyOne(_ price: Var<Int>) {
    change(price) { price in price += 1 }  // error: A single variable is changed in place
    change(price) { $0 += 1 }  // error: A single variable is changed in place
}
