/// An observable that observes another one, its ``origin``, and passes on what it makes of the messages.
///
/// You don't create this class yourself. It's what operators return that have no type of their own, like
/// ``MessageSource/prefix(_:file:line:)``, and what those have in common that do, like ``Map``.
///
/// A transform holds its origin strongly, and passes on the authors of messages. Someone must hold on to the transform
/// itself, since observing it doesn't keep it alive. Its closures run once a message, however many observers it has.
///
/// A transform is `Sendable` if what it sends is, like all messengers. So its ``origin`` can only be accessed if that is
/// `Sendable`, too.
public class Transform<Origin: MessageSource, Output>: Messenger<Output> {

    /// The underlying observable, whose messages come through.
    final var currentOrigin: Origin { link.copy()!.source }

    /// Observes the origin with a handler that may pass messages on to the office.
    ///
    /// - Parameter handler: Makes the handler anew for each origin. It may add to the extras of the observation: a group by which to
    ///   end it, for example.
    init(
        _ origin: Origin, at startPoint: StartPoint, office: PostOffice,
        handler: @escaping @Sendable (ObservationExtras) -> Handler<Origin.Message>
    ) {
        link = Protected<SourceLink<Origin>?>(SourceLink(source: origin, observation: nil))
        makeHandler = handler
        super.init(office)
        replaceOrigin(with: origin, startingIn: origin.sourceMessenger.messenger, at: startPoint)
    }

    /// Observes the origin and sends what the rule makes of its messages.
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

    /// It's there as long as the transform is. No other lock is taken while this one is held.
    private let link: Protected<SourceLink<Origin>?>

    /// Of several threads that replace the origin, exactly one has its observation in the link at the end. All others find
    /// theirs ended, be it before or after they started it.
    fileprivate func replaceOrigin(
        with origin: Origin, startingIn messenger: Messenger<Origin.Message>, at startPoint: StartPoint? = nil
    ) {
        let observation = Observation.forwarding(
            messenger, to: office, of: Self.self, at: startPoint, makeHandler)
        var old: SourceLink<Origin>? = SourceLink(source: origin, observation: observation)
        link.withLock { link in
            // under the lock, so that who replaces the origin next finds the one before ended
            _ = link?.observation?.markEnded()
            swap(&link, &old)
        }
        old?.observation?.finishEnd(because: .stopped)
        withExtendedLifetime(old) {}
        messenger.start(observation)
        didObserveOrigin(in: messenger)
    }

    /// Is told when an origin is observed, or can't be since it's closed. Subclasses override this where an end of the origin means more than that nothing comes.
    func didObserveOrigin(in messenger: Messenger<Origin.Message>) {}
}

extension Transform where Origin: Sendable {

    /// The underlying observable. It can be accessed if it's `Sendable`, since the transform can be anywhere.
    ///
    /// Replacing it sends nothing. When the assignment has returned, no message of the old origin is transformed any
    /// more, except for one that another thread may be about to pass on. Any thread may read and replace the origin.
    /// To send what the transform makes of the new origin's latest message, see ``replaceOrigin(with:)``.
    public var origin: Origin {
        get { currentOrigin }
        set { replaceOrigin(with: newValue, startingIn: newValue.sourceMessenger.messenger) }
    }

    /// Replaces the origin and sends what the transform makes of the new origin's latest message, unless it suppresses
    /// that one.
    ///
    /// ```swift
    /// titleLength.origin.replaceOrigin(with: title.startingWithLatest())
    /// ```
    ///
    /// **Order:** First, the messages of the old origin end, as when ``origin`` is set. Then come the latest message of the
    /// new origin and all later ones, without the gap that setting the origin and calling `send()` would leave. For what
    /// that means, see ``BufferedObservable/startingWithLatest()``. Replacing an origin with itself sends as well.
    ///
    /// **Threads:** May be called from any thread. If several do, the origin of one of them stays, and it's the only one
    /// whose messages still come through in the end. If the new origin is free, the message has been sent when this
    /// returns.
    public func replaceOrigin(with origin: StartingWithLatest<Origin>) where Origin: BufferedMessageSource {
        replaceOrigin(with: origin.base, startingIn: origin)
    }
}

extension Observation {

    /// An observation by which one observable passes on messages of another one, and which has not started.
    ///
    /// - Parameter type: The type of the observable that observes, by which it's called where someone looks.
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

/// `@unchecked` because the origin is guarded by a lock, and the rest never changes.
extension Transform: @unchecked Sendable where Output: Sendable {}
