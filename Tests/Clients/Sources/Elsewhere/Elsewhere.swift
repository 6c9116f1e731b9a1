// Another library that a client imports. It declares common names that earlier versions of
// SwiftObserver also had.

public struct Change<Value> {
    public let value: Value
    public init(_ value: Value) { self.value = value }
}

public struct Mapper {
    public init() {}
    public func map(_ number: Int) -> Int { number + 1 }
}

public enum Unwrapper {}
public enum Connections {}

extension Int { public var int: Int { self } }
extension String { public var string: String { self } }
