import Dispatch
import SwiftObserver

/// Only updates can be merged.
func merge(_ sky: Sky, _ dog: Dog, _ kennel: Kennel, _ show: @escaping @Sendable (Update<Color>) -> Void) {
    let queue = DispatchQueue.main
    dog.observe(sky, on: queue, buffering: .merged, receive: show)  // error: 'Color' and 'Update<Color>' be equivalent
    observe(sky, on: queue, buffering: .merged, receive: show)  // error: 'Color' and 'Update<Color>' be equivalent
    dog.observe(sky, on: kennel, buffering: .merged) { show($1) }  // error: 'Color' and 'Update<Color>' be equivalent
    sky.observed(on: queue, buffering: .merged) { print($0) }  // error: type 'MessageBuffering' has no member 'merged'
    _ = sky.messages(buffering: .merged)  // error: type 'MessageBuffering' has no member 'merged'
}

/// What is merged is neither batched, nor is anything of it missing.
func combineMerged(_ dog: Dog, _ number: Var<Int>, on queue: DispatchQueue) {
    dog.observe(batchesOf: number, on: queue, upTo: 9, buffering: .merged) { print($0) }  // error: no member 'merged'
    dog.observe(number, on: queue, buffering: .merged, missed: { _ in }) { print($0) }  // error: no member 'merged'
    _ = number.messagesAndGaps(buffering: .merged)  // error: no member 'merged'
}

/// A task doesn't block its thread.
func waitInTask(_ sky: Sky) async {
    _ = sky.waitForRoom(below: 1, within: .zero)  // error: 'waitForRoom' is unavailable from asynchronous contexts
}
