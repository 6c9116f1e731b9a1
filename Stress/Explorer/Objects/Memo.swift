/// A message.
final class Memo: Counted, Equatable, @unchecked Sendable {

    let number: Int

    init(_ number: Int) {
        self.number = number
        super.init("memo \(number)")
    }

    static func == (left: Memo, right: Memo) -> Bool { left.number == right.number }
}
