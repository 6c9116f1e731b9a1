#if Relay

    extension String {

        /// The part of a key that selects its slot in a cluster: the hash tag, or all of the key.
        var hashTag: Substring {
            // Compares bytes, since a brace and a combining mark are one character.
            guard let open = utf8.firstIndex(of: UInt8(ascii: "{")) else { return self[...] }
            let start = utf8.index(after: open)
            guard let end = utf8[start...].firstIndex(of: UInt8(ascii: "}")), end > start else { return self[...] }
            return self[start..<end]
        }
    }

    extension StringProtocol {

        /// The slot of a cluster that this hash tag selects.
        var slot: UInt16 {
            var sum: UInt16 = 0
            for byte in utf8 {
                sum ^= UInt16(byte) << 8
                for _ in 0..<8 { sum = sum & 0x8000 == 0 ? sum << 1 : sum << 1 ^ 0x1021 }
            }
            return sum % 16_384
        }

        /// Text between braces that puts a key into the slot of this hash tag.
        ///
        /// Different tags have different texts. A tag that contains a brace can't be the tag of
        /// another key, so the text has a number with the same slot instead.
        var braced: String {
            guard utf8.contains(UInt8(ascii: "}")) else { return "{\(self)}" }
            let slot = slot, number = (0...).first { "\($0)".slot == slot } ?? 0
            return "{\(number)}\(self)"
        }
    }
#endif
