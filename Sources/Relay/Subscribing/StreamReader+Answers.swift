#if Relay

    extension StreamReader {

        /// Passes on an answer of the server, and returns the next need.
        func process(_ answer: consuming ReaderAnswer) throws(ConnectionFailure) -> ReaderWish {
            switch consume answer {
            case .ends(let first, let last): begin(first: first, last: last)
            case .end(let last): return compare(last)
            case .latest(let reply): try readLatest(reply)
            case .entries(let reply): return try read(reply)
            case .passedOver(let id, let size): passOver(id, size: size)
            case .restored: question = .entries
            }
            return .ask
        }

        // MARK: - Begin, and begin again

        /// Decides where to begin.
        private func begin(first: RelayID?, last: RelayID?) {
            let position =
                switch start {
                case .now: last ?? .zero
                case .start: RelayID.zero
                case .after(let id): id
                }
            let beginning = ReaderBeginning(position: position, first: first)
            if client.wantsLatest, let last {
                question = .latest(upTo: last, beginning: beginning)
            } else {
                begin(beginning)
            }
        }

        private func begin(_ beginning: ReaderBeginning) {
            position = beginning.position
            entries.begin(at: beginning.position, first: beginning.first)
            client.begin(at: beginning.position)
            question = .entries
        }

        /// Reads backwards to the latest message that can be decoded.
        private func readLatest(_ reply: consuming Reply) throws(ConnectionFailure) {
            guard case .latest(var end, let beginning) = question else { return }
            let next = try reply.read { answer throws(ConnectionFailure) -> ReaderQuestion? in
                for index in 0..<answer.count {
                    let (id, fields) = try answer[index].entry
                    if entries.readLatest(fields, at: id) { return nil }
                    end = id.predecessor
                }
                if answer.count > 0 { return .latest(upTo: end, beginning: beginning) }
                // If the entry was removed meanwhile, a server that loses data may have it again.
                // So it doesn't count as read.
                return end == beginning.position ? .ends : nil
            }
            if let next { question = next } else { begin(beginning) }
        }

        /// Reads all entries again if the server has lost its memory, or a part of it.
        private func compare(_ last: RelayID?) -> ReaderWish {
            guard let position else { return .ask }
            question = .entries
            // If the server's clock is slow, it gives ids again that it has given before.
            let isLost = last.map { $0 < position } ?? (position > .zero) || client.hasLost(after: last)
            if isLost {
                self.position = .zero
                meter.lag = StreamLag()
                entries.readAgain(upTo: client.readsAnew() ? nil : last)
            }
            guard last == nil else { return last == position ? .change : .ask }
            guard let entry = client.restoration() else { return .change }
            question = .restoration(head: entry.head, bytes: entry.bytes)
            return .ask
        }

        // MARK: - Read

        private func passOver(_ id: RelayID, size: Int) {
            passOver(id, size)
            if case .latest(_, let beginning) = question {
                question = .latest(upTo: id.predecessor, beginning: beginning)
            } else {
                position = id
                meter.lag.read(at: id)
            }
        }

        /// Reads all entries of an answer.
        private func read(_ reply: consuming Reply) throws(ConnectionFailure) -> ReaderWish {
            try reply.read { answer throws(ConnectionFailure) in
                if answer.isNil {
                    meter.lag.endAnswer(isFull: false)
                    // The stream may have been deleted, and new entries may have lower ids.
                    question = .end
                    return .ask
                }
                guard answer.count == 1, answer[0].count == 2, answer[0][1].count > 0 else { throw .unexpected }
                let list = answer[0][1]
                var byteCount = 0
                for index in 0..<list.count {
                    if isStopped { return .ask }
                    let (id, fields) = try list[index].entry
                    byteCount += entries.read(fields, at: id)
                    position = id
                    meter.lag.read(at: id)
                }
                let isFull = isFull(list.count)
                meter.lag.endAnswer(isFull: isFull)
                adapt(to: list.count, byteCount)
                return isFull ? .ask : .change
            }
        }
    }
#endif
