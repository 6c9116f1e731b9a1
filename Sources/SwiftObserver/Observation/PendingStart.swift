/// The start of an observation that waits for its first message.
///
/// Until then, a placeholder is registered instead, with the observable and with the observer. It
/// ignores messages. Ending it ends the observation, which then never starts. If the first message
/// can no longer come, all references to the pending start are released, and the observation starts
/// without a first message.
///
/// The pending start waits in a letter, which may be delivered much later. It therefore doesn't
/// retain the observation. The owners that can end the observation do: the receiver, the group, or
/// the transform whose origin is observed.
///
/// `@unchecked Sendable` because nothing in it changes, except for state that a lock guards.
final class PendingStart<Message>: @unchecked Sendable {

    /// The observation to start.
    private weak var observation: Observation<Message>?

    /// `true` if a thread has begun to start it.
    ///
    /// No other lock is acquired while this one is held.
    private let hasBegun = Protected(false)

    private let placeholder: Observation<Message>
    private let office: PostOffice
    private weak var messenger: Messenger<Message>?

    init(of observation: Observation<Message>, ofMessenger messenger: Messenger<Message>) {
        self.observation = observation
        self.messenger = messenger
        office = messenger.office
        let group = observation.group ?? ObservationGroup(followedBy: observation)
        observation.willStartLater(endingWith: group)
        let extras = ObservationExtras(endingWith: group)
        extras.isStandIn = true
        placeholder = Observation(
            of: office, receiver: observation.receiver, extras: extras, handler: .message { _ in })
        let mayStart = observation.receiver?.withLock { [placeholder] in $0.add(placeholder) } ?? true
        if mayStart { office.start(placeholder, ofMessenger: messenger.observable) }
        if observation.isEnded { removePlaceholder() }
    }

    deinit { begin(with: nil) }

    /// Starts the observation, unless it has ended, and delivers the first message.
    func begin(with first: (message: Message, author: AnyObject?)?) { register(with: first)?() }

    /// Starts the observation, unless it has ended. Returns a closure that delivers the first
    /// message.
    func register(with first: (message: Message, author: AnyObject?)?) -> (() -> Void)? {
        if hasBegun.exchange(true) { return nil }
        willLoadWeakReference()
        guard let observation else {
            removePlaceholder()
            return nil
        }
        willLoadWeakReference()
        guard let messenger else {
            observation.end()
            removePlaceholder()
            return nil
        }
        guard let first else {
            observation.inlet(of: Message.self)?.startWithoutFirst()
            office.start(observation, ofMessenger: messenger.observable)
            removePlaceholder()
            return nil
        }
        var work = DeferredWork()
        let delivery = office.register(observation, ofMessenger: messenger.observable) {
            $0.post(
                first.message, to: observation, from: first.author, isFarewell: false, by: .current, office: office,
                &work)
        }
        removePlaceholder()
        work.finish()
        guard let delivery else {
            observation.end()
            return nil
        }
        return { [office] in
            var work = DeferredWork()
            office.perform(delivery, &work, first.message, from: first.author)
        }
    }

    /// Removes the placeholder without ending it, since that would end the observation.
    private func removePlaceholder() {
        office.unregister(placeholder, because: .stopped)
        placeholder.receiver?.withLock { $0.remove(placeholder) }
    }
}
