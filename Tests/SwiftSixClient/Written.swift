import Foundation

final class Written<Value: Sendable>: @unchecked Sendable {

    private let lock = NSLock()
    private var all: [Value] = []

    func append(_ value: Value) { lock.withLock { all.append(value) } }
    var values: [Value] { lock.withLock { all } }
}
