import Dispatch
import Foundation

/// A messenger that knows the authors of its messages, and is broken by its subclasses.
class AuthorMutant: AuthorSubject, @unchecked Sendable {

    fileprivate final class Listener: SubjectObservation {
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
        weak var author: AnyObject?
    }

    private let lock = NSLock()
    private var listeners: [Listener] = [], line: [Letter] = [], isDelivering = false

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
        while let (letter, listeners) = next() {
            for listener in listeners {
                let receive: @Sendable () -> Void = { [self] in deliver(letter, to: listener) }
                if let queue = listener.queue { queue.async(execute: receive) } else { receive() }
            }
        }
    }

    func observe(_ receive: @escaping @Sendable (Stamp) -> Void) -> any SubjectObservation {
        observe(on: nil) { stamp, _ in receive(stamp) }
    }

    func observe(
        on queue: DispatchQueue?, withAuthor receive: @escaping @Sendable (Stamp, AnyObject) -> Void
    ) -> any SubjectObservation {
        let listener = Listener(queue, receive)
        lock.withLock { listeners.append(listener) }
        return listener
    }

    private func next() -> (Letter, [Listener])? {
        lock.withLock {
            guard !line.isEmpty else {
                isDelivering = false
                return nil
            }
            return (line.removeFirst(), listeners)
        }
    }

    fileprivate func deliver(_ letter: Letter, to listener: Listener) {
        listener.receive(letter.stamp, letter.author ?? self)
    }
}

/// Remembers only the latest author, for all pending messages.
final class LatestAuthorMutant: AuthorMutant, @unchecked Sendable {
    private let latestLock = NSLock()
    private weak var latest: AnyObject?
    override func send(_ stamp: Stamp, from author: AnyObject) {
        latestLock.withLock { latest = author }
        super.send(stamp, from: author)
    }
    fileprivate override func deliver(_ letter: Letter, to listener: Listener) {
        listener.receive(letter.stamp, latestLock.withLock { latest } ?? self)
    }
}

/// Never reports the true author.
final class AnonymousMutant: AuthorMutant, @unchecked Sendable {
    fileprivate override func deliver(_ letter: Letter, to listener: Listener) {
        listener.receive(letter.stamp, self)
    }
}

/// Drops messages of dying authors.
final class MuteMutant: AuthorMutant, @unchecked Sendable {
    fileprivate override func deliver(_ letter: Letter, to listener: Listener) {
        if letter.author != nil { super.deliver(letter, to: listener) }
    }
}
