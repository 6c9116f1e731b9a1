import Relay
import SwiftObserver

/// A message.
struct Color: Codable, Hashable, Sendable {
    var red: UInt8 = 0, green: UInt8 = 0, blue: UInt8 = 0
    var name: String?
}

/// A coding as clients write one.
struct ColorCoding: RelayCoding {

    struct WrongLength: Error {}

    let format = "rgb/1"
    func encode(_ color: Color) -> [UInt8] { [color.red, color.green, color.blue] }
    func decode(_ bytes: UnsafeRawBufferPointer) throws -> Color {
        guard bytes.count == 3 else { throw WrongLength() }
        return Color(red: bytes[0], green: bytes[1], blue: bytes[2])
    }
}

/// A coding for messages without content.
struct VoidCoding: RelayCoding {
    let format = "void"
    func encode(_ message: Void) -> [UInt8] { [] }
    func decode(_ bytes: UnsafeRawBufferPointer) {}
}

/// A coding for updates of numbers.
struct UpdateCoding: RelayCoding {

    struct WrongLength: Error {}

    let format = "update/1"
    func encode(_ update: Update<Int>) -> [UInt8] { withUnsafeBytes(of: (update.old, update.new), Array.init) }
    func decode(_ bytes: UnsafeRawBufferPointer) throws -> Update<Int> {
        guard bytes.count == 16 else { throw WrongLength() }
        return Update(bytes.loadUnaligned(as: Int.self), bytes.loadUnaligned(fromByteOffset: 8, as: Int.self))
    }
}

/// A coding that refuses some numbers.
struct PickyCoding: RelayCoding {

    struct Refused: Error {}

    let format = "picky"
    func encode(_ number: Int) throws -> [UInt8] {
        if number < 0 { throw Refused() }
        return Array("\(number)".utf8)
    }
    func decode(_ bytes: UnsafeRawBufferPointer) throws -> Int {
        guard let number = Int(String(decoding: bytes, as: UTF8.self)) else { throw Refused() }
        return number
    }
}
