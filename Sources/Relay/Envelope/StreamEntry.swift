#if Relay

    /// An entry of a stream, in the memory of a reply.
    ///
    /// A message has two fields: `m`, about the message, and `d`, its bytes. After them, it may
    /// have headers, which are fields such as `h:trace`. It may also have notes, such as those of a
    /// dead letter: fields whose names have several letters. They're ignored.
    ///
    /// The field `m` has words: the version of the envelope, the publisher, the number of the
    /// message and the format of the bytes. Sometimes it also has the id of the publisher's first
    /// message. The number counts the messages of that publisher in the stream.
    ///
    /// A position has one field, `p`, with the version, the publisher, the number of the last
    /// message that the server has confirmed, and the id of the first one. Publishers add a
    /// position when the server has lost data, and at the end.
    enum StreamEntry {

        /// A message.
        case message(MessageHead, bytes: UnsafeRawBufferPointer)

        /// The last message that the stream has, or had, according to its publisher.
        case position(RelayPublisher, UInt64, first: RelayID?)

        /// An entry of a relay that can't be read, with the reason.
        case unreadable(String)

        /// An entry that isn't a relay's.
        case foreign

        /// Reads the fields of any entry.
        init(_ fields: ReplyView) {
            guard fields.count >= 2, let name = fields[0].bytes, let head = fields[1].bytes, name.count == 1 else {
                self = .foreign
                return
            }
            switch name[0] {
            case UInt8(ascii: "m") where fields.count >= 4:
                guard let headers = HeaderView(fields), let dataName = fields[2].bytes, dataName.count == 1,
                    dataName[0] == UInt8(ascii: "d"),
                    let bytes = fields[3].bytes
                else {
                    self = .foreign
                    return
                }
                self.init(messageHead: head, bytes, headers)
            case UInt8(ascii: "p") where fields.count == 2: self.init(position: head)
            default: self = .foreign
            }
        }

        private init(
            messageHead head: UnsafeRawBufferPointer, _ bytes: UnsafeRawBufferPointer, _ headers: HeaderView
        ) {
            var words = Words(head)
            guard let version = words.next() else {
                self = .foreign
                return
            }
            guard version.elementsEqual(envelopeVersion.utf8) else {
                self = .unreadable("its envelope has an unknown version")
                return
            }
            guard let publisher = words.next().flatMap(RelayPublisher.init(hexadecimal:)),
                let number = words.next().flatMap({ UInt64(ascii: $0) }), number > 0, let format = words.next()
            else {
                self = .unreadable("its envelope is damaged")
                return
            }
            let first = words.rest.flatMap { RelayID(ascii: $0) }
            self = .message(
                MessageHead(publisher: publisher, number: number, format: format, first: first, headers: headers),
                bytes: bytes)
        }

        private init(position: UnsafeRawBufferPointer) {
            var words = Words(position)
            guard let version = words.next(), version.elementsEqual(envelopeVersion.utf8) else {
                self = .unreadable("its envelope has an unknown version")
                return
            }
            guard let publisher = words.next().flatMap(RelayPublisher.init(hexadecimal:)),
                let number = words.next().flatMap({ UInt64(ascii: $0) }), let first = words.rest
            else {
                self = .unreadable("its envelope is damaged")
                return
            }
            self = .position(publisher, number, first: RelayID(ascii: first))
        }
    }

    /// The version of the envelope.
    private let envelopeVersion = "1"

    /// The beginning of each entry of a publisher: the version and the publisher.
    ///
    /// A space follows each of them.
    func envelopeStart(of publisher: RelayPublisher) -> String { "\(envelopeVersion) \(publisher) " }

    /// The description of a message in its entry.
    struct MessageHead {

        let publisher: RelayPublisher

        /// The number among the messages of the publisher in that stream, from 1 on, without holes.
        let number: UInt64

        /// The name of the format of the bytes.
        let format: UnsafeRawBufferPointer

        /// The id of the publisher's first message in that stream, if the entry contains it.
        let first: RelayID?

        let headers: HeaderView
    }

    /// Words between single spaces.
    private struct Words {

        /// The bytes after the last word that was read, or `nil` if that was the end.
        private(set) var rest: UnsafeRawBufferPointer?

        init(_ bytes: UnsafeRawBufferPointer) { rest = bytes }

        mutating func next() -> UnsafeRawBufferPointer? {
            guard let bytes = rest else { return nil }
            guard let end = bytes.firstIndex(of: UInt8(ascii: " ")) else {
                rest = nil
                return bytes
            }
            rest = UnsafeRawBufferPointer(rebasing: bytes[(end + 1)...])
            return UnsafeRawBufferPointer(rebasing: bytes[..<end])
        }
    }

    extension RelayPublisher {

        /// Reads 16 hexadecimal digits.
        init?(hexadecimal digits: UnsafeRawBufferPointer) {
            guard digits.count == 16 else { return nil }
            var number: UInt64 = 0
            for digit in digits {
                let value: UInt8
                switch digit {
                case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
                case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
                default: return nil
                }
                number = number << 4 | UInt64(value)
            }
            self.init(number: number)
        }
    }
#endif
