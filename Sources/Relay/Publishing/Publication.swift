#if Relay

    import SwiftObserver

    /// An observable that is published.
    ///
    /// It's what ``Relay/publish(_:to:keeping:buffering:)`` returns. Nobody need hold it: the relay does, until the observable dies or the relay is closed.
    ///
    /// It's `Sendable`.
    public final class Publication: Sendable {

        /// The stream.
        public let stream: String

        let tap: any Observable & Sendable
        private let observer: FreeObserver
        private let outbox: Outbox
        let writer: StreamWriter
        private let isSourceAlive: @Sendable () -> Bool

        init<Source: MessageSource>(
            _ source: Source, _ writer: StreamWriter, _ coding: some RelayCoding<Source.Message>, largest: Int,
            buffering: MessageBuffering, _ outbox: Outbox, _ problems: ProblemLine, _ file: StaticString, _ line: UInt
        ) {
            stream = writer.stream
            self.writer = writer
            self.outbox = outbox
            let tap = Weak(source, file: file, line: line), observer = FreeObserver(), stream = writer.stream
            self.tap = tap
            self.observer = observer
            let reference = WeakSource(source)
            isSourceAlive = { reference.source != nil }
            var isCutOff = false
            if case .upTo = buffering { isCutOff = true }
            observer.observe(
                tap, on: outbox, buffering: buffering,
                missed: { [isCutOff] count in
                    writer.skip(count)
                    problems.tell(isCutOff ? .cutOff(stream: stream, count: count) : .overflow(stream: stream, count: count))
                    if isCutOff { outbox.finish(writer) }
                }, file: file, line: line
            ) { message in
                if outbox.isStopped { return writer.leave() }
                do {
                    let bytes = try coding.encode(message)
                    if bytes.count <= largest { return outbox.add(bytes, to: writer) }
                    problems.tell(
                        .unpublishable(stream: stream, reason: "it has \(bytes.count) bytes, and \(largest) are allowed"))
                } catch {
                    problems.tell(.unpublishable(stream: stream, reason: "\(error)"))
                }
                writer.skip(1)
            }
        }

        /// Publishes no more. What waits is not sent.
        public func stop() { observer.stopObserving() }

        /// Whether anything can still come from here.
        var isOver: Bool { !tap.isObserved || !isSourceAlive() && tap.backlog == 0 }
    }

    /// `@unchecked Sendable` because nobody gets hold of the observable.
    private final class WeakSource: @unchecked Sendable {
        weak let source: AnyObject?
        init(_ source: AnyObject) { self.source = source }
    }
#endif
