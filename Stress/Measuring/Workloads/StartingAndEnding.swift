import Foundation
import SwiftObserver

extension Workload {

    package static func startAndEnd() -> Workload {
        let messenger = Messenger<Int>(), dog = Dog(), locked = LockedClosures()
        return Workload(
            "start and end", count: 50_000,
            [
                Contender("observe, stopObserving") {
                    for _ in 0..<$0 {
                        dog.observe(messenger, receive: handle)
                        dog.stopObserving(messenger)
                    }
                },
                Contender("mutex floor") { for _ in 0..<$0 { locked.end(locked.start(handle)) } },
            ])
    }
}
