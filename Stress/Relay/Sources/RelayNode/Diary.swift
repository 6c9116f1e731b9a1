import Foundation
import Relay
import RelayRig

/// Records what a subscriber gets, without buffering, and with a fault if requested.
///
/// `@unchecked Sendable` because all state is under the lock.
final class Diary: @unchecked Sendable {

    private let file: RecordFile
    private let fault: Fault?
    private let lock = NSLock()
    private var count = 0

    /// A message that is kept, to be written after another one.
    private var kept: Record?

    /// The number of the message that the fault concerns, counting from 1.
    private let faultyOne = 100

    init(_ file: RecordFile, _ fault: Fault?) {
        self.file = file
        self.fault = fault
    }

    /// Writes a record that isn't a message.
    func write(_ record: Record) {
        lock.withLock {
            if fault == .hide, case .gap = record { return }
            file.append(record)
        }
    }

    /// Writes a message, and returns how many messages there were.
    @discardableResult
    func write(_ bytes: [UInt8], _ publisher: UInt64, _ id: RelayID) -> Int {
        lock.withLock {
            count += 1
            var bytes = bytes
            if fault == .damage, count == faultyOne, let last = bytes.indices.last { bytes[last] ^= 1 }
            let record = record(bytes, publisher, id)
            switch fault {
            case .swallow where count == faultyOne: break
            case .stop where count >= faultyOne: break
            case .twice where count == faultyOne:
                file.append(record)
                file.append(record)
            case .swap where count == faultyOne, .mix where count == faultyOne: kept = record
            default: append(record)
            }
            return count
        }
    }

    /// Writes the kept message.
    func end() {
        lock.withLock {
            if let kept { file.append(kept) }
            kept = nil
        }
    }

    /// Writes a message, and the kept one before or after it.
    private func append(_ record: Record) {
        guard let kept else { return file.append(record) }
        let isSame = kept.publisher == record.publisher
        switch fault {
        case .swap where isSame, .mix where !isSame:
            file.append(record)
            file.append(kept)
            self.kept = nil
        case .mix:
            file.append(kept)
            self.kept = record
        default: file.append(record)
        }
    }

    private func record(_ bytes: [UInt8], _ publisher: UInt64, _ id: RelayID) -> Record {
        if bytes.isEmpty {
            return .empty(publisher: publisher, milliseconds: id.milliseconds, number: id.number)
        }
        guard let payload = Payload(bytes) else { return .damaged(publisher: publisher) }
        return .message(
            publisher: publisher, tag: payload.tag, index: payload.index, milliseconds: id.milliseconds,
            number: id.number)
    }
}

extension Record {

    /// The publisher of a message.
    var publisher: UInt64? {
        switch self {
        case .message(let publisher, _, _, _, _), .empty(let publisher, _, _), .damaged(let publisher): publisher
        default: nil
        }
    }
}
