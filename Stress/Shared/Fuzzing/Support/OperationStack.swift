import Foundation
import StressSupport
import Synchronization

/// The operations on a thread's stack.
///
/// `@unchecked Sendable` because other threads only read the atomic parts.
final class OperationStack: @unchecked Sendable {

    /// The number of operations that may be on one stack.
    static let limit = 8

    /// The number that identifies the thread as a sender.
    let number: Int

    /// The cause of an operation.
    enum Cause: Int { case thread, death, handler, closure, task }

    private let steps = (0..<limit).map { _ in AtomicCounter() }
    private let count = Atomic(0)
    private var latestNumber = 0

    private init() {
        number = Self.register.withLock { register in
            register.latest += 1
            return register.latest
        }
        Self.register.withLock { $0.stacks[number] = self }
    }

    private static let register = Guarded((latest: 0, stacks: [Int: OperationStack]()))

    /// The number that identifies the thread as a sender at the current depth of its stack.
    var numberAtDepth: Int { number * (Self.limit + 1) + min(count.load(ordering: .relaxed), Self.limit) }

    /// The stack of the current thread.
    static var current: OperationStack {
        if let known = pthread_getspecific(key) {
            return Unmanaged<OperationStack>.fromOpaque(known).takeUnretainedValue()
        }
        let stack = OperationStack()
        pthread_setspecific(key, Unmanaged.passUnretained(stack).toOpaque())
        return stack
    }

    private static let key = {
        var key = pthread_key_t()
        pthread_key_create(&key) { stack in
            #if canImport(Darwin)
                let stack: UnsafeMutableRawPointer? = stack
            #endif
            guard let stack else { return }
            let number = Unmanaged<OperationStack>.fromOpaque(stack).takeUnretainedValue().number
            _ = register.withLock { $0.stacks.removeValue(forKey: number) }
        }
        return key
    }()

    /// The number of operations on the stack.
    var depth: Int { count.load(ordering: .relaxed) }

    /// Returns the number of this thread's next message. Numbers increase.
    func nextNumber() -> Int {
        latestNumber += 1
        return latestNumber
    }

    func begin(_ operation: Int, because cause: Cause) {
        let step = steps[depth]
        step.add(operation * 8 + cause.rawValue - step.value)
        count.add(1, ordering: .releasing)
    }

    func end() { count.subtract(1, ordering: .releasing) }

    /// All threads with their operations, as text.
    static var all: String {
        let stacks = register.withLock { $0.stacks.values.sorted { $0.number < $1.number } }
        return stacks.filter { $0.depth > 0 }.map(\.description).joined(separator: "\n")
    }

    private var description: String {
        let names = steps.prefix(min(depth, Self.limit)).reversed().map { step in
            let operation = Operation.all[step.value / 8].name
            return "\(operation) (\(Cause(rawValue: step.value % 8).map { "\($0)" } ?? ""))"
        }
        return "thread \(number): " + names.joined(separator: " < ")
    }
}
