/// A transform that decides when to send.
///
/// You don't create this class yourself. ``MessageSource/debounce(for:clock:file:line:)`` and the
/// other operators on clocks return it.
///
/// A message that it keeps until it's due is a *held* message.
///
/// **Ends:** When its origin is closed, or is a promise that was fulfilled, it sends the messages
/// that it holds, and stays open. It ends when it's closed or deallocated: it then sends the
/// messages that it holds, and nothing after that. An observer that ends its own observation
/// doesn't receive the held messages.
///
/// **Threads:** Messages that a message of the origin triggers are sent on the delivering thread.
/// Messages that an end triggers are sent on the thread that causes the end. Messages that an alarm
/// triggers are sent on a thread of the library. With an ``AlarmClock``, they're sent on the thread
/// where it calls back. With other clocks, a task that slept sends them. In-place handlers run
/// there. If they take long, let them run on a queue. Handlers of held messages find no task-local
/// values of a sender, not even with ``DeliveryPlace/carrying(_:)``.
///
/// **Order:** All messages form one sequence, like those of any observable. Draining the origin
/// doesn't wait for held messages.
///
/// **Clocks:** Any clock works. If it's set back, the time of the operator stands still until the
/// clock has caught up. If its alarms never ring, held messages wait for the next message or the
/// end. There's one alarm at most, and none while no message is held. Only a `timeout` has one
/// while it waits for a message.
///
/// It's `Sendable` if its messages are.
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

    /// A closed origin sends no farewell, so its end is noticed here.
    override func didObserveOrigin(in messenger: Messenger<Origin.Message>) {
        if messenger.office.isClosed { timed.flush() }
    }
}

/// `@unchecked` because it adds no state that changes without a lock.
extension TimedTransform: @unchecked Sendable where Output: Sendable {}

extension Observing {

    /// Applies a rule that lets messages wait. The rule is created anew for each observation.
    ///
    /// An office of its own delivers the messages that the rule sends, and the handler observes
    /// that office. Messages and time may trigger sends on different threads, but the handler
    /// receives one message at a time. If the handler runs on a queue, so does the rule, and the
    /// messages that it sends hop to that queue once more. Both observations end together.
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

/// Names an observation whose messages wait for time, in tables of unhandled messages.
private enum TimedObservation {}

/// Stops the program unless the duration is above zero.
///
/// - Returns: The duration, but no more than the longest one, which means never.
func checked(_ duration: Duration, _ file: StaticString, _ line: UInt) -> Duration {
    if duration <= .zero { Misuse.durationOfNothing.stop(file: file, line: line) }
    return min(duration, .longest)
}
