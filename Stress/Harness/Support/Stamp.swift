import Synchronization

/// A message with its sender, its number among the sender's messages, and its time.
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

/// The next moment. An earlier event on any thread has a smaller number.
func tick() -> Int { clock.add(1, ordering: .sequentiallyConsistent).newValue }

private let clock = Atomic(0)
