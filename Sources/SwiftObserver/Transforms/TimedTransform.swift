/// A transform that decides when to send. You don't create this class yourself. It's what ``MessageSource/debounce(for:clock:file:line:)`` and others
/// have in common.
///
/// **Ends:** What is pending is sent before the end: when the origin is closed, when the transform is, and when it dies. After that, nothing is sent. An end that an
/// observer chooses takes what is pending from that observer, as always.
///
/// **Threads:** What a message causes is sent on the thread that delivers it, and what an end causes by whoever ends. What time causes is sent on
/// a thread of the library, where an ``AlarmClock`` calls back or, on a clock of any other type, by a task that slept. Handlers in place run there: if
/// they take long, let them run on a queue. Where time sends, there are no task-local
/// values of a sender, also behind ``DeliveryPlace/carrying(_:)``.
///
/// **Order:** What is sent is one sequence, as of any observable. To drain the origin doesn't wait for what is pending.
///
/// **Clocks:** Any clock will do. If it goes backwards, time stands still until it's back. If it never wakes anyone, what is pending waits for the next message or
/// the end. There's one alarm at most, and none while nothing is pending.
///
/// It is `Sendable` if what it sends is.
public class TimedTransform<Origin: MessageSource, Output>: Transform<Origin, Output> {

    init(
        _ origin: Origin, at startPoint: StartPoint, _ rule: TimeRule<Origin.Message, Output>,
        _ clock: any Clock<Duration>
    ) {
        let office = PostOffice(), timed = TimedOffice(rule, clock, office: office)
        self.timed = timed
        super.init(origin, at: startPoint, office: office) { extras in
            let group = ObservationGroup()
            extras.group = group
            extras.farewell = {
                timed.flush()
                group.end(because: .farewell)
            }
            return .relay { timed.receive($0, from: $1) }
        }
    }

    deinit { timed.end() }

    private let timed: TimedOffice<Origin.Message, Output>

    override func refuseMessages() {
        timed.end()
        super.refuseMessages()
    }

    /// An origin that is closed says no farewell any more.
    override func didObserveOrigin(in messenger: Messenger<Origin.Message>) {
        if messenger.office.isClosed { timed.flush() }
    }
}

/// `@unchecked` because it adds nothing that changes without a lock.
extension TimedTransform: @unchecked Sendable where Output: Sendable {}

extension Observing {

    /// Lets messages wait for their time, as a rule says that is made anew for each observation that starts.
    ///
    /// What the rule sends is delivered by an office of its own, which the handler observes: messages and time may cause something to be
    /// sent on different threads, and the handler gets one after the other. If it runs on a queue, the rule does, too, and what it
    /// sends hops to that queue once more. Both observations end together.
    func timed<Output>(
        _ clock: any Clock<Duration>, _ rule: @escaping @autoclosure () -> TimeRule<Message, Output>
    ) -> Observing<Output, Form, ObservingStage.Transforming> {
        let messenger = origin.firstMessenger
        return step { site, handler, extras in
            let extras = extras ?? ObservationExtras(), group = extras.group ?? ObservationGroup(),
                office = PostOffice()
            extras.group = group
            site.start(at: office, ofMessenger: messenger, handler, extras)
            let timed = TimedOffice(rule(), clock, office: office)
            return (
                .relay { timed.receive($0, from: $1) },
                ObservationExtras(
                    endingWith: group, downstream: Downstream(registrar: office, type: TimedObservation.self),
                    farewell: {
                        timed.end()
                        office.close(endingMessagesOf: Output.self)
                    })
            )
        }
    }
}

/// What an observation whose messages wait for their time is called where someone reads what is left of it.
private enum TimedObservation {}

/// Stops the program unless the duration is above zero. One that's longer than the longest means never, and is shortened to that.
func checked(_ duration: Duration, _ file: StaticString, _ line: UInt) -> Duration {
    if duration <= .zero { Misuse.durationOfNothing.stop(file: file, line: line) }
    return min(duration, .longest)
}
