#if Relay

    import SwiftObserver

    /// An observable that is published.
    ///
    /// It's what ``Relay/publish(_:to:keeping:buffering:carrying:file:line:)`` returns. Nobody need hold it: the relay does, until the observable dies or the relay is closed.
    ///
    /// It's `Sendable`.
    public final class Publication: Sendable {

        /// The stream.
        public let stream: String

        let tap: any Observable & Sendable
        private let observer: FreeObserver
        let writer: StreamWriter

        /// Whether nobody else counts messages with the same sequence.
        private let isCountedApart: Bool
        private let isSourceAlive: @Sendable () -> Bool

        /// - Parameter didNumber: Is told on the thread of the outbox when messages have got their numbers, and how many, also if they were dropped. They're not sent yet.
        init<Source: MessageSource>(
            _ source: Source, _ writer: StreamWriter, largest: Int, carrying headers: [RelayHeader] = [],
            buffering: MessageBuffering, tellsOverflow: Bool = true, _ outbox: Outbox, _ problems: ProblemLine,
            at file: StaticString, _ line: UInt, didNumber: @escaping @Sendable (_ count: Int) -> Void = { _ in },
            encode: @escaping @Sendable (Source.Message) throws -> [UInt8]
        ) where Source.Message: Sendable {
            stream = writer.stream
            self.writer = writer
            isCountedApart = !tellsOverflow
            let tap = headers.isEmpty ? Weak(source, file: file, line: line) : Messenger<Source.Message>()
            let observer = FreeObserver(), stream = writer.stream
            let place: any DeliveryPlace = headers.isEmpty ? outbox : outbox.carrying(HeaderField.$current)
            self.tap = tap
            self.observer = observer
            let reference = WeakSource(source)
            isSourceAlive = { reference.source != nil }
            let isCutOff = if case .upTo = buffering { true } else { false }
            observer.observe(
                tap, on: place, buffering: buffering,
                missed: { count in
                    writer.skip(count)
                    didNumber(count)
                    if isCutOff {
                        problems.tell(.cutOff(stream: stream, count: count))
                        outbox.finish(writer)
                    } else if tellsOverflow {
                        problems.tell(.overflow(stream: stream, count: count))
                    }
                }, file: file, line: line
            ) { message in
                if outbox.isStopped { return writer.leave() }
                do {
                    let bytes = try encode(message), fields = headers.isEmpty ? [] : HeaderField.current
                    let size = fields.reduce(bytes.count) { $0 + $1.size }
                    if size <= largest {
                        outbox.add(bytes, fields, to: writer)
                        didNumber(1)
                        return outbox.sendIfFull()
                    }
                    problems.tell(
                        .unpublishable(
                            stream: stream, reason: "it has \(size) bytes, and \(largest) are allowed"))
                } catch {
                    problems.tell(.unpublishable(stream: stream, reason: "\(error)"))
                }
                writer.skip(1)
                didNumber(1)
                writer.drop()
            }
            if !headers.isEmpty { SendersPlace.pass(source, to: tap, headers, observer, file, line) }
        }

        /// How many messages wait to be published. Up to 2,000 more may be on their way to the server.
        public var backlog: Int { tap.backlog }

        /// Waits until fewer messages wait to be published than that. See `room(below:)` of observables.
        @discardableResult
        public func room(below limit: Int, isolation: isolated (any Actor)? = #isolation) async -> Bool {
            await tap.room(below: limit, isolation: isolation)
        }

        /// Blocks the thread until fewer messages wait to be published than that, or time is up. See `waitForRoom(below:within:)` of observables.
        @available(*, noasync, message: "Use room(below:), which doesn't block a thread.")
        public func waitForRoom(below limit: Int, within duration: Duration) -> Bool {
            tap.waitForRoom(below: limit, within: duration)
        }

        /// Publishes no more. What waits is not sent.
        public func stop() { observer.stopObserving() }

        /// How many messages wait, or are on their way apart from those of other publications.
        var unconfirmedCount: Int { tap.backlog + (isCountedApart ? writer.sequence.unconfirmedCount : 0) }

        /// Ends behind all that waits if the source is dead.
        func endIfAbandoned() {
            if !tap.isClosed, !isSourceAlive() { _ = tap.close(within: .zero) }
        }

        /// Whether nothing more comes from here.
        var isOver: Bool { !tap.isObserved }
    }

    /// `@unchecked Sendable` because nobody gets hold of the observable.
    private final class WeakSource: @unchecked Sendable {
        weak var source: AnyObject?
        init(_ source: AnyObject) { self.source = source }
    }
#endif
