/// An observable that sends messages made from those of another one, its ``origin``.
///
/// You don't create this class yourself. Operators that have no type of their own return it, like
/// ``MessageSource/prefix(_:file:line:)``. Operators that have one, like ``Map``, inherit from it.
///
/// It passes on the authors of messages. Its closures run once for each message, however many
/// observers it has.
///
/// **Lifetime:** A transform retains its origin. Store the transform itself, since observing
/// doesn't retain it.
///
/// Like all messengers, a transform is `Sendable` if its messages are. Its ``origin`` is therefore
/// only accessible if the origin is `Sendable`, too.
public class Transform<Origin: MessageSource, Output>: Messenger<Output> {

    /// The observable whose messages are transformed.
    final var currentOrigin: Origin { link.copy()!.source }

    /// Observes the origin with a handler that may pass on messages to the office.
    ///
    /// - Parameter handler: Makes a new handler for each origin. It may add to the extras of the
    ///   observation, such as a group to end it with.
    init(
        _ origin: Origin, at startPoint: StartPoint, office: PostOffice,
        handler: @escaping @Sendable (ObservationExtras) -> Handler<Origin.Message>
    ) {
        link = Protected<SourceLink<Origin>?>(SourceLink(source: origin, observation: nil))
        makeHandler = handler
        super.init(office)
        replaceOrigin(with: origin, startingIn: origin.sourceMessenger.messenger, at: startPoint)
    }

    /// Observes the origin, and sends the messages that the rule makes.
    convenience init(
        _ origin: Origin, at startPoint: StartPoint,
        rule: @escaping @autoclosure @Sendable () -> Rule<Origin.Message, Output>
    ) {
        let office = PostOffice()
        self.init(origin, at: startPoint, office: office) { _ in
            rule().before(.relay { office.send($0, from: $1) })
        }
    }

    deinit {
        if Watching.isOn { Watching.guest?.suspect(.dyingTransform(Self.self, office)) }
        link.exchange(nil)?.release()
    }

    private let makeHandler: @Sendable (ObservationExtras) -> Handler<Origin.Message>

    /// The link to the origin, which exists as long as the transform.
    ///
    /// While this lock is held, no other lock is taken.
    private let link: Protected<SourceLink<Origin>?>

    /// Observes another origin.
    ///
    /// If several threads replace the origin, the observation of exactly one of them remains in the
    /// link. All others find their observation ended, before or after they start it.
    fileprivate func replaceOrigin(
        with origin: Origin, startingIn messenger: Messenger<Origin.Message>, at startPoint: StartPoint? = nil
    ) {
        let observation = Observation.forwarding(
            messenger, to: office, of: Self.self, at: startPoint, makeHandler)
        var old: SourceLink<Origin>? = SourceLink(source: origin, observation: observation)
        link.withLock { link in
            // Under the lock, so that the next thread that replaces the origin finds the old
            // observation ended.
            _ = link?.observation?.markEnded()
            swap(&link, &old)
        }
        old?.observation?.finishEnd(because: .stopped)
        withExtendedLifetime(old) {}
        messenger.start(observation)
        didObserveOrigin(in: messenger)
    }

    /// Called when an origin is observed, or can't be because it's closed.
    ///
    /// Subclasses override this if the end of an origin triggers something.
    func didObserveOrigin(in messenger: Messenger<Origin.Message>) {}
}

extension Transform where Origin: Sendable {

    /// The observable whose messages are transformed.
    ///
    /// It's accessible if it's `Sendable`, since any thread may use the transform. Any thread may
    /// read and replace it.
    ///
    /// Replacing the origin sends nothing. When the assignment has returned, messages of the old
    /// origin are no longer transformed. The only exception is one that another thread may be
    /// passing on at that moment. To send the transformed latest message of the new origin, see
    /// ``replaceOrigin(with:)``.
    public var origin: Origin {
        get { currentOrigin }
        set { replaceOrigin(with: newValue, startingIn: newValue.sourceMessenger.messenger) }
    }

    /// Replaces the origin, and sends the transformed latest message of the new origin.
    ///
    /// ```swift
    /// titleLength.origin.replaceOrigin(with: title.startingWithLatest())
    /// ```
    ///
    /// If the transform drops that message, nothing is sent. Replacing an origin with itself sends
    /// as well.
    ///
    /// **Order:** First, the messages of the old origin end, as when ``origin`` is set. Then the
    /// latest message of the new origin follows, and all later ones. None is missing, in contrast
    /// to setting the origin and then calling `send()`. For details, see
    /// ``BufferedObservable/startingWithLatest()``.
    ///
    /// **Threads:** Any thread may call this. If several threads do at once, one of their origins
    /// remains, and only its messages are transformed in the end. If the new origin is idle, the
    /// message has been sent when this returns.
    public func replaceOrigin(with origin: StartingWithLatest<Origin>) where Origin: BufferedMessageSource {
        replaceOrigin(with: origin.base, startingIn: origin)
    }
}

extension Observation {

    /// Creates an observation through which one observable passes on messages of another.
    ///
    /// The caller starts it.
    ///
    /// - Parameter type: The type of the observable that observes, as shown in inspections.
    static func forwarding(
        _ messenger: Messenger<Message>, to office: PostOffice, of type: Any.Type, at startPoint: StartPoint?,
        _ makeHandler: (ObservationExtras) -> Handler<Message>
    ) -> Observation {
        let extras = ObservationExtras(downstream: Downstream(registrar: office, type: type))
        let observation = ObservationWithAuthor(
            of: messenger.office, extras: extras, handler: makeHandler(extras))
        _ = extras.group?.add(observation)
        if Watching.isOn { observation.willStart(at: startPoint) }
        return observation
    }
}

/// `@unchecked` because a lock guards the origin, and the rest never changes.
extension Transform: @unchecked Sendable where Output: Sendable {}
