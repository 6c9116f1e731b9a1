/// Extracts the frames from a chunked answer.
struct Chunks {

    private var line: [UInt8] = []
    private var left = 0
    private var isBody = false

    mutating func decode(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        for byte in bytes {
            if left > 0 {
                result.append(byte)
                left -= 1
                continue
            }
            line.append(byte)
            guard byte == UInt8(ascii: "\n") else { continue }
            if isBody {
                left = Int(String(decoding: line, as: UTF8.self).prefix { $0.isHexDigit }, radix: 16) ?? 0
            } else {
                result += line
                isBody = line.count == 2
            }
            line = []
        }
        return result
    }
}
