import Dispatch
import Foundation

/// A wire that knows the authors of its messages, and is broken by its subclasses.
class AuthorMutant: AuthorWire, @unchecked Sendable {

    fileprivate final class Ear: Line {
        let queue: DispatchQueue?
        let receive: @Sendable (Stamp, AnyObject) -> Void
        init(_ queue: DispatchQueue?, _ receive: @escaping @Sendable (Stamp, AnyObject) -> Void) {
            self.queue = queue
            self.receive = receive
        }
        func stop() {}
    }

    fileprivate struct Letter: @unchecked Sendable {
        let stamp: Stamp
        weak let author: AnyObject?
    }

    private let lock = NSLock()
    private var ears: [Ear] = [], line: [Letter] = [], isDelivering = false

    required init() {}

    var standIn: AnyObject { self }

    func send(_ stamp: Stamp) { send(stamp, from: self) }

    func send(_ stamp: Stamp, from author: AnyObject) {
        let mustDeliver = lock.withLock {
            line.append(Letter(stamp: stamp, author: author))
            defer { isDelivering = true }
            return !isDelivering
        }
        guard mustDeliver else { return }
        while let (letter, ears) = next() {
            for ear in ears {
                let receive: @Sendable () -> Void = { [self] in deliver(letter, to: ear) }
                if let queue = ear.queue { queue.async(execute: receive) } else { receive() }
            }
        }
    }

    func observe(_ receive: @escaping @Sendable (Stamp) -> Void) -> any Line {
        observe(on: nil) { stamp, _ in receive(stamp) }
    }

    func observe(
        on queue: DispatchQueue?, withAuthor receive: @escaping @Sendable (Stamp, AnyObject) -> Void
    ) -> any Line {
        let ear = Ear(queue, receive)
        lock.withLock { ears.append(ear) }
        return ear
    }

    private func next() -> (Letter, [Ear])? {
        lock.withLock {
            guard !line.isEmpty else {
                isDelivering = false
                return nil
            }
            return (line.removeFirst(), ears)
        }
    }

    fileprivate func deliver(_ letter: Letter, to ear: Ear) { ear.receive(letter.stamp, letter.author ?? self) }
}

/// Remembers only the latest author, for all messages in line.
final class LatestAuthorMutant: AuthorMutant, @unchecked Sendable {
    private let latestLock = NSLock()
    private weak var latest: AnyObject?
    override func send(_ stamp: Stamp, from author: AnyObject) {
        latestLock.withLock { latest = author }
        super.send(stamp, from: author)
    }
    fileprivate override func deliver(_ letter: Letter, to ear: Ear) {
        ear.receive(letter.stamp, latestLock.withLock { latest } ?? self)
    }
}

/// Never tells the true author.
final class AnonymousMutant: AuthorMutant, @unchecked Sendable {
    fileprivate override func deliver(_ letter: Letter, to ear: Ear) { ear.receive(letter.stamp, self) }
}

/// Drops what dying authors send.
final class MuteMutant: AuthorMutant, @unchecked Sendable {
    fileprivate override func deliver(_ letter: Letter, to ear: Ear) {
        if letter.author != nil { super.deliver(letter, to: ear) }
    }
}
