import Synchronization

/// A message that says who sent it, as which of their messages, and when sending began.
struct Stamp: Hashable, Sendable, CustomStringConvertible {

    let sender: Int
    let number: Int
    let began: Int

    init(sender: Int, number: Int) {
        self.sender = sender
        self.number = number
        began = tick()
    }

    var description: String { "message \(number) of sender \(sender)" }
}

/// The next moment. Whatever happened before something else, on whatever threads, has the smaller number.
func tick() -> Int { clock.add(1, ordering: .sequentiallyConsistent).newValue }

private let clock = Atomic(0)
