@testable import Relay

extension [UInt8] {

    /// `true` if it's that word, given in capitals. The word itself may be in lower case.
    func isWord(_ capitals: StaticString) -> Bool {
        guard count == capitals.utf8CodeUnitCount else { return false }
        return capitals.withUTF8Buffer { capitals in zip(self, capitals).allSatisfy { $0 & 0xDF == $1 } }
    }

    // MARK: - Answers

    /// Appends a text, or a null answer.
    mutating func append(answer text: [UInt8]?) {
        if let text { append(word: text) } else { append(contentsOf: Wire.none) }
    }

    mutating func append(answer number: Int) {
        append(UInt8(ascii: ":"))
        if number < 0 { append(UInt8(ascii: "-")) }
        append(decimal: UInt64(number.magnitude))
        append(UInt8(ascii: "\r"))
        append(UInt8(ascii: "\n"))
    }

    mutating func append(answer id: RelayID) {
        var word: [UInt8] = []
        word.append(decimal: id.milliseconds)
        word.append(UInt8(ascii: "-"))
        word.append(decimal: id.number)
        append(word: word)
    }

    mutating func append(answer entries: some Collection<SimulatedStream.Entry>) {
        appendCount(of: entries.count)
        for entry in entries {
            appendCount(of: 2)
            append(answer: entry.id)
            appendCount(of: entry.fields.count)
            for field in entry.fields { append(word: field) }
        }
    }

    mutating func append(_ error: ServerError) { append(contentsOf: Wire.error(error.text)) }

    mutating func appendOK() { append(contentsOf: Self.ok) }

    private static let ok = Wire.status("OK")
}

extension Int {

    /// Reads a number as the server writes it, without a plus or leading zeros.
    init(word: [UInt8]) throws(ServerError) {
        let isNegative = word.first == UInt8(ascii: "-")
        let digits = word.dropFirst(isNegative ? 1 : 0)
        guard let magnitude = UInt64(digits: digits), magnitude.digitCount == digits.count,
            magnitude <= UInt64(Int.max) + (isNegative ? 1 : 0), !isNegative || magnitude > 0
        else { throw .noInteger }
        self.init(truncatingIfNeeded: isNegative ? 0 &- magnitude : magnitude)
    }
}

extension UInt64 {

    /// Reads digits, and nothing else.
    ///
    /// The library's own function isn't optimized for callers in other modules.
    init?(digits: some Collection<UInt8>) {
        if digits.isEmpty { return nil }
        self = 0
        for digit in digits {
            let (product, isTooLarge) = multipliedReportingOverflow(by: 10)
            let (sum, isSumTooLarge) = product.addingReportingOverflow(UInt64(digit &- UInt8(ascii: "0")))
            if digit < UInt8(ascii: "0") || digit > UInt8(ascii: "9") || isTooLarge || isSumTooLarge { return nil }
            self = sum
        }
    }
}
