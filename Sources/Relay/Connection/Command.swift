#if Relay

    extension [UInt8] {

        /// Appends a command in the protocol of the server.
        mutating func append(command words: String...) { append(command: words) }

        /// Appends a command in the protocol of the server.
        mutating func append(command words: [String]) {
            appendCount(of: words.count)
            for word in words { append(word: word) }
        }

        /// Begins a command of this many words, which must be appended next.
        mutating func appendCount(of count: Int) {
            append(UInt8(ascii: "*"))
            append(line: count)
        }

        /// Appends one word of a command.
        mutating func append(word: String) {
            append(UInt8(ascii: "$"))
            append(line: word.utf8.count)
            append(contentsOf: word.utf8)
            appendLineEnd()
        }

        /// Appends one word of a command.
        mutating func append(word: [UInt8]) {
            append(UInt8(ascii: "$"))
            append(line: word.count)
            append(contentsOf: word)
            appendLineEnd()
        }

        /// Appends a number and ends the line.
        mutating func append(line number: Int) {
            append(decimal: UInt64(number))
            appendLineEnd()
        }

        private mutating func appendLineEnd() {
            append(UInt8(ascii: "\r"))
            append(UInt8(ascii: "\n"))
        }

        /// Appends the digits of a number.
        mutating func append(decimal number: UInt64) {
            if number >= 10 { append(decimal: number / 10) }
            append(UInt8(ascii: "0") + UInt8(number % 10))
        }
    }

    extension UInt64 {

        /// The number of decimal digits.
        var digitCount: Int {
            var count = 1, rest = self / 10
            while rest > 0 {
                count += 1
                rest /= 10
            }
            return count
        }
    }
#endif
