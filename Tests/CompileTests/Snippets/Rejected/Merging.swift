import Dispatch
import SwiftObserver

/// Only updates can be merged.
func merge(_ sky: Sky, _ dog: Dog, _ kennel: Kennel) {
    let queue = DispatchQueue.main
    dog.observe(sky).on(queue).merging().receive { print($0) }  // error: 'Color' conform to 'Mergeable'
    observe(sky).on(queue).merging().receive { print($0) }  // error: 'Color' conform to 'Mergeable'
    dog.observe(sky).on(kennel).merging().receive { print($1) }  // error: 'Color' conform to 'Mergeable'
    sky.observed().on(queue).merging().receive { print($0) }  // error: 'Color' conform to 'Mergeable'
    _ = sky.messages(buffering: .merged)  // error: Merge updates in a step
    _ = sky.mergedMessages()  // error: requires that 'Color' conform to 'Mergeable'
}

/// Merged updates can't be batched, and `missed` has nothing to report.
func combineMerged(_ dog: Dog, _ number: Var<Int>, on queue: DispatchQueue) {
    dog.observe(number).on(queue).merging().batches(upTo: 9).receive { print($0) }  // error: Messages are batched
    dog.observe(number).on(queue).merging().missed { _ in }.receive { print($0) }  // error: No message is missed here
    _ = number.messagesAndGaps(buffering: .merged)  // error: Merge updates in a step
}

/// A task doesn't block its thread.
func waitInTask(_ sky: Sky) async {
    _ = sky.waitForRoom(below: 1, within: .zero)  // error: 'waitForRoom' is unavailable from asynchronous contexts
}
