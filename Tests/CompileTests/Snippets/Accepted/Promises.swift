import Dispatch
import SwiftObserver

func promiseInt() -> Promise<Int> {
    Promise { promise in
        DispatchQueue.global().async { promise.fulfill(1) }
    }
}

func promiseString(_ int: Int) -> Promise<String> { Promise { $0.fulfill("\(int)") } }

func chain(_ dog: Dog) {
    first {
        promiseInt()
    }.then {
        promiseString($0)
    }.observed {
        print($0)
    }
    let buffer = promiseInt().buffer()
    buffer.whenFulfilled { print($0) }
    promiseInt().observed().on(.main).receive { print($0) }
    promiseInt().map { Int?($0) }.unwrap(0).observed { print($0) }
    promiseInt().and(promiseString(2)).observed { print($0.0, $0.1) }
}
