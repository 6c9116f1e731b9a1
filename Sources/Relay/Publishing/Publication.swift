#if Relay

    import SwiftObserver
    import Synchronization

    /// An observable that is published.
    ///
    /// ``Relay/publish(_:to:keeping:buffering:carrying:file:line:)`` returns it. You don't have to
    /// keep a reference: the relay does, until the observable is deallocated or the relay is
    /// closed.
    ///
    /// It's `Sendable`.
    public final class Publication: Sendable {

        /// The stream.
        public let stream: String

        let tap: any Observable & Sendable
        private let observer: FreeObserver
        let writer: StreamWriter
        let outbox: Outbox

        /// `true` if no other publication counts messages with the same sequence.
        private let isCountedApart: Bool
        private let isSourceAlive: @Sendable () -> Bool

        /// `true` if it ends when too many messages wait.
        private let endsAtLimit: Bool
        private let cutOff: CutOff
        private let wasStopped = Atomic(false)

        /// - Parameter didNumber: A closure that's called on the thread of the outbox when messages
        ///   have got their numbers. It gets their count, which includes dropped messages. They're
        ///   not sent yet.
        init<Source: MessageSource>(
            _ source: Source, _ writer: StreamWriter, largest: Int, carrying headers: [RelayHeader] = [],
            buffering: MessageBuffering, tellsOverflow: Bool = true, _ outbox: Outbox, _ problems: ProblemLine,
            at file: StaticString, _ line: UInt, didNumber: @escaping @Sendable (_ count: Int) -> Void = { _ in },
            encode: @escaping @Sendable (Source.Message) throws -> [UInt8]
        ) where Source.Message: Sendable {
            stream = writer.stream
            self.writer = writer
            self.outbox = outbox
            isCountedApart = !tellsOverflow
            let tap = headers.isEmpty ? Weak(source, file: file, line: line) : Messenger<Source.Message>()
            let observer = FreeObserver(), stream = writer.stream
            let place: any DeliveryPlace = headers.isEmpty ? outbox : outbox.carrying(HeaderField.$current)
            self.tap = tap
            self.observer = observer
            let reference = WeakSource(source)
            isSourceAlive = { reference.source != nil }
            let endsAtLimit = if case .upTo = buffering { true } else { false }
            let cutOff = CutOff(of: writer, problems)
            self.endsAtLimit = endsAtLimit
            self.cutOff = cutOff
            observer.observe(tap, file: file, line: line).on(place).buffering(buffering).missed {
                [weak outlet = self.tap] count in
                writer.skip(count)
                didNumber(count)
                if tellsOverflow { writer.counts.drop(count) }
                if endsAtLimit {
                    outlet?.close(within: .zero)
                    cutOff.report(count)
                    outbox.finish(writer)
                } else if tellsOverflow {
                    problems.tell(.overflow(stream: stream, count: count))
                }
            }.receive { message in
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
                            stream: stream, reason: "it has \(size) bytes, but at most \(largest) are allowed"))
                } catch {
                    problems.tell(.unpublishable(stream: stream, reason: "\(error)"))
                }
                writer.skip(1)
                didNumber(1)
                writer.drop()
            }
            if headers.isEmpty { return }
            cutOff.end(SendersPlace.pass(source, to: tap, headers, observer, file, line))
        }

        /// The number of messages that wait to be published. Up to 2,000 more may be in flight.
        public var backlog: Int { tap.backlog }

        /// Suspends the task until fewer messages wait to be published.
        ///
        /// See `room(below:)` of observables.
        ///
        /// - Returns: `false` also if the publication is cut off, so that nothing more is
        ///   published.
        @discardableResult
        public func room(below limit: Int, isolation: isolated (any Actor)? = #isolation) async -> Bool {
            await tap.room(below: limit, isolation: isolation)
        }

        /// Blocks the thread until fewer messages wait to be published, or time is up.
        ///
        /// See `waitForRoom(below:within:)` of observables.
        @available(*, noasync, message: "Use room(below:), which doesn't block a thread.")
        public func waitForRoom(below limit: Int, within duration: Duration) -> Bool {
            tap.waitForRoom(below: limit, within: duration)
        }

        /// Ends the publication. Messages that wait are not sent.
        public func stop() {
            wasStopped.store(true, ordering: .relaxed)
            observer.stopObserving()
        }

        /// Returns the state of the publication, and the counts of its messages.
        ///
        /// This waits neither for the server nor for a handler. Call it on any thread.
        public func inspect() -> PublicationInspection {
            let observation = tap.inspect().observations.first, missed = observation?.missed ?? 0
            return PublicationInspection(
                stream, state(isCutOff: endsAtLimit && missed > 0), waiting: observation?.waiting ?? 0,
                writer.counts.sums, dropped: isCountedApart ? 0 : missed)
        }

        private func state(isCutOff: Bool) -> PublicationInspection.State {
            if isCutOff || cutOff.isReported { return .cutOff }
            if wasStopped.load(ordering: .relaxed) { return .stopped }
            return isOver || !isSourceAlive() && backlog == 0 ? .over : .publishing
        }

        /// The number of messages that wait, or are in flight apart from those of other
        /// publications.
        var unconfirmedCount: Int { tap.backlog + (isCountedApart ? writer.sequence.unconfirmedCount : 0) }

        /// `true` if it was cut off, even if that isn't reported yet.
        var isCutOff: Bool { cutOff.isReported || endsAtLimit && missedCount > 0 }

        /// Ends after all pending messages if the source was deallocated.
        func endIfAbandoned() {
            if !tap.isClosed, !isSourceAlive() { _ = tap.close(within: .zero) }
        }

        /// Reports a cut-off, unless it was reported.
        ///
        /// The thread of the outbox calls this while it waits for the server. Until the server
        /// answers, that thread doesn't reach the gap.
        func reportCutOff() {
            guard endsAtLimit, !cutOff.isReported, missedCount > 0 else { return }
            // Later messages are refused and get no numbers, so the count is that of the gap.
            tap.close(within: .zero)
            let count = missedCount
            // Without a count, the publication was stopped meanwhile.
            if count > 0 { cutOff.report(count) }
        }

        /// The number of dropped messages, or 0 after the end.
        private var missedCount: Int { tap.inspect().observations.first?.missed ?? 0 }

        /// `true` if no more messages come from here.
        var isOver: Bool { !tap.isObserved }
    }

    /// `@unchecked Sendable` because the observable isn't accessible from outside.
    private final class WeakSource: @unchecked Sendable {
        weak var source: AnyObject?
        init(_ source: AnyObject) { self.source = source }
    }
#endif
